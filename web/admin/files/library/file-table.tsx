import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AdminFile } from '#contract/admin-files.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { fileDetailPath } from '../../../paths/console.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { NOTHING } from '../../ui/facts.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { FileStateBadge, FileThumb } from '../file-thumb.tsx';
import { typeName } from '../upload/upload-rules.ts';
import { useFileSize } from '../use-file-size.ts';
import type { FileGridProps } from './file-grid.tsx';

export function FileTable({ files, selection, onDelete }: FileGridProps) {
  const { t } = useTranslation('console');
  const sizeOf = useFileSize();
  return (
    <RecordTable
      caption={t('files.heading')}
      rows={files}
      keyOf={({ fileId }) => fileId}
      className="file-table"
      headerAt={selection ? 1 : 0}
      columns={[
        ...(selection
          ? [
              {
                title: t('files.columns.select'),
                isTitleHidden: true,
                className: 'file-select',
                cell: ({ fileId, name }: AdminFile) => (
                  <Checkbox
                    aria-label={t('files.selectOne', { name })}
                    checked={selection.has(fileId)}
                    onChange={() => selection.toggle(fileId)}
                  />
                ),
              },
            ]
          : []),
        {
          title: t('files.columns.name'),
          cell: (file) => (
            <span className="file-row-name ui-grid ui-middle ui-gap-3">
              <FileThumb file={file} pixels={120} />
              <span>
                <Link
                  to={fileDetailPath(file.serviceId, file.fileId)}
                  lang={contentLanguage(file.name)}
                  onKeyDown={({ key }) => key === 'Delete' && selection && onDelete(file)}
                >
                  {file.name}
                </Link>
                <span className="narrow">
                  <span>{sizeOf(file.size)}</span>
                  <FileStateBadge file={file} />
                  <DateTime value={file.createdAt} />
                </span>
              </span>
            </span>
          ),
        },
        { title: t('files.columns.type'), cell: ({ mimeType }) => typeName(mimeType) },
        { title: t('files.columns.size'), className: 'wide number', cell: ({ size }) => sizeOf(size) },
        {
          title: t('files.columns.pixels'),
          className: 'wide number',
          cell: ({ width, height }) =>
            width === null || height === null ? NOTHING : t('files.detail.pixelsOf', { width, height }),
        },
        { title: t('files.columns.state'), cell: (file) => <FileStateBadge file={file} /> },
        {
          title: t('files.columns.createdAt'),
          className: 'wide record-time',
          cell: ({ createdAt }) => <DateTime value={createdAt} withTime isShort />,
        },
      ]}
    />
  );
}
