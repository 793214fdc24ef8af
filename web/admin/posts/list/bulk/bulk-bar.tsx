import { Button, Menu } from '@mantine/core';
import { modals } from '@mantine/modals';
import { ChevronDown, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#contract/api-client.ts';
import { type BulkChanged, type BulkUndone, bulkPostApi, MAX_BULK } from '#contract/bulk-posts.ts';
import { contentLanguage } from '../../../../i18n/content-language.ts';
import { consoleCall } from '../../../../session/console-call.ts';
import { ConsoleText, notifyFailure, notifyProblem, notifySuccess, notifyUndoable } from '../../../ui/notify.tsx';
import { type BulkAction, reasonKeyOf } from './bulk-summary.ts';
import type { PostSelection } from './use-post-selection.ts';

interface BulkBarProps {
  readonly selection: PostSelection;
  readonly onChoose: (action: BulkAction) => void;
}

const moreActions = ['move', 'tag', 'untag', 'group', 'ungroup'] as const;

export function BulkBar({ selection, onChoose }: BulkBarProps) {
  const { t } = useTranslation('console');
  const count = selection.posts.length;
  const elsewhere = count - selection.countShown;
  return (
    <fieldset className="bulk-bar ui-row ui-middle ui-gap-2-4" data-active={count > 0 || undefined}>
      <legend className="sr-only">{t('postList.bulk.bar')}</legend>
      <span className="ui-digits" role="status">
        {count > 0 && t('postList.select.count', { count })}
        {elsewhere > 0 && ` ${t('postList.select.elsewhere', { count: elsewhere })}`}
        {selection.isFull && ` ${t('postList.select.full', { max: MAX_BULK })}`}
      </span>
      {count > 0 && (
        <>
          <Button variant="subtle" size="compact-sm" onClick={selection.clear}>
            {t('postList.select.clear')}
          </Button>
          <span className="ui-row ui-gap-2 ui-push">
            {(['publish', 'unpublish'] as const).map((action) => (
              <Button key={action} variant="outline" size="compact-sm" onClick={() => onChoose(action)}>
                {t(`postList.bulk.action.${action}`)}
              </Button>
            ))}
            <Menu position="bottom-end" withinPortal={false}>
              <Menu.Target>
                <Button variant="default" size="compact-sm" rightSection={<ChevronDown size={14} />}>
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
              leftSection={<Trash2 size={14} />}
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

interface UndoContext {
  readonly serviceId: string;
  readonly action: BulkAction;
  readonly onUndone: () => void;
}

export function notifyBulkChange({ changed, unchanged, undoId }: BulkChanged, context: UndoContext): void {
  const undo = undoId === null ? undefined : () => undoBulkChange(undoId, context);
  if (unchanged > 0) notifyUndoable('postList.bulk.doneSome', { undo, values: { changed, unchanged } });
  else notifyUndoable(`postList.bulk.done.${context.action}`, { undo, values: { count: changed } });
}

async function undoBulkChange(undoId: string, { serviceId, onUndone }: UndoContext): Promise<void> {
  try {
    const { items, leftOut } = await consoleCall(bulkPostApi.undo, { params: { serviceId }, body: { undoId } });
    if (items.length > 0) notifySuccess('postList.bulk.undone', { count: items.length });
    if (leftOut.length > 0) showLeftOut(leftOut);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) notifyProblem('postList.bulk.undoOver');
    else notifyFailure(error);
  }
  onUndone();
}

function showLeftOut(leftOut: BulkUndone['leftOut']): void {
  modals.openConfirmModal({
    title: <ConsoleText text="postList.bulk.leftOutTitle" />,
    children: <LeftOut leftOut={leftOut} />,
    labels: { confirm: <ConsoleText text="action.close" />, cancel: null },
    cancelProps: { display: 'none' },
    withCloseButton: false,
    centered: true,
  });
}

function LeftOut({ leftOut }: Pick<BulkUndone, 'leftOut'>) {
  const { t } = useTranslation('console');
  return (
    <>
      <p className="question">{t('postList.bulk.leftOut', { count: leftOut.length })}</p>
      <ul className="bulk-reasons">
        {leftOut.map(({ postId, title, message }) => (
          <li key={postId}>
            <span lang={contentLanguage(title)}>{title}</span>
            <span>{t(reasonKeyOf(message))}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
