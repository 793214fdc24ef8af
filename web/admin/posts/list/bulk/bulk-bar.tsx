import { Button, Menu } from '@mantine/core';
import { ChevronDown, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MAX_BULK } from '#contract/bulk-posts.ts';
import type { BulkAction } from './bulk-summary.ts';
import type { PostSelection } from './use-post-selection.ts';

export interface BulkBarProps {
  readonly selection: PostSelection;
  readonly onChoose: (action: BulkAction) => void;
}

const moreActions = ['move', 'tag', 'untag', 'group', 'ungroup'] as const;

export function BulkBar({ selection, onChoose }: BulkBarProps) {
  const { t } = useTranslation('console');
  const count = selection.posts.length;
  const elsewhere = count - selection.countShown;
  return (
    <fieldset className="bulk-bar" data-active={count > 0 || undefined}>
      <legend className="sr-only">{t('postList.bulk.bar')}</legend>
      <span className="bulk-count" role="status">
        {count > 0 && t('postList.select.count', { count })}
        {elsewhere > 0 && ` ${t('postList.select.elsewhere', { count: elsewhere })}`}
        {selection.isFull && ` ${t('postList.select.full', { max: MAX_BULK })}`}
      </span>
      {count > 0 && (
        <>
          <Button variant="subtle" size="compact-sm" onClick={selection.clear}>
            {t('postList.select.clear')}
          </Button>
          <span className="bulk-actions">
            {(['publish', 'unpublish'] as const).map((action) => (
              <Button key={action} variant="outline" size="compact-sm" onClick={() => onChoose(action)}>
                {t(`postList.bulk.action.${action}`)}
              </Button>
            ))}
            <Menu position="bottom-end" withinPortal={false}>
              <Menu.Target>
                <Button variant="default" size="compact-sm" rightSection={<ChevronDown size={14} aria-hidden="true" />}>
                  {t('postList.bulk.more')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {moreActions.map((action) => (
                  <Menu.Item key={action} onClick={() => onChoose(action)}>
                    {t(`postList.bulk.action.${action}`)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
            <Button
              variant="outline"
              color="vermilion"
              size="compact-sm"
              leftSection={<Trash2 size={14} aria-hidden="true" />}
              onClick={() => onChoose('delete')}
            >
              {t('postList.bulk.action.delete')}
            </Button>
          </span>
        </>
      )}
    </fieldset>
  );
}
