import { Button, Checkbox } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AdminFile } from '#contract/admin-files.ts';
import type { Selection } from './use-selection.ts';

export interface SelectionBarProps {
  readonly selection: Selection;
  readonly files: readonly AdminFile[];
  readonly onDelete: () => void;
}

export function SelectionBar({ selection, files, onDelete }: SelectionBarProps) {
  const { t } = useTranslation('console');
  const count = selection.ids.length;
  const isAll = count === files.length;
  return (
    <fieldset className="selection-bar" data-active={count > 0 || undefined}>
      <legend className="sr-only">{t('files.select.bar')}</legend>
      <Checkbox
        label={t('files.select.all')}
        checked={isAll}
        indeterminate={count > 0 && !isAll}
        onChange={() => selection.set(isAll ? [] : files.map(({ fileId }) => fileId))}
      />
      <span className="selection-count" role="status">
        {count > 0 && t('files.select.count', { count })}
      </span>
      {count > 0 && (
        <>
          <Button variant="subtle" size="compact-sm" onClick={() => selection.set([])}>
            {t('files.select.clear')}
          </Button>
          <Button
            variant="outline"
            color="vermilion"
            size="compact-sm"
            leftSection={<Trash2 size={14} aria-hidden="true" />}
            onClick={onDelete}
          >
            {t('files.remove.action')}
          </Button>
        </>
      )}
    </fieldset>
  );
}
