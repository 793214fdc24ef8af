import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AdminFile } from '#contract/admin-files.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { fileDetailPath } from '../../../paths/console.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { NOTHING } from '../../ui/facts.tsx';
import { FileStateBadge, FileThumb } from '../file-thumb.tsx';
import { typeName } from '../upload/upload-rules.ts';
import { useFileSize } from '../use-file-size.ts';
import type { FileGridProps } from './file-grid.tsx';

export function FileTable({ files, selection, onDelete }: FileGridProps) {
  const { t } = useTranslation('console');
  return (
    <table className="record-table file-table">
      <caption className="sr-only">{t('files.heading')}</caption>
      <thead>
        <tr>
          {selection && (
            <th scope="col">
              <span className="sr-only">{t('files.columns.select')}</span>
            </th>
          )}
          <th scope="col">{t('files.columns.name')}</th>
          <th scope="col" className="wide">
            {t('files.columns.type')}
          </th>
          <th scope="col" className="wide number">
            {t('files.columns.size')}
          </th>
          <th scope="col" className="wide number">
            {t('files.columns.pixels')}
          </th>
          <th scope="col" className="wide">
            {t('files.columns.state')}
          </th>
          <th scope="col" className="wide">
            {t('files.columns.createdAt')}
          </th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <FileRow key={file.fileId} file={file} selection={selection} onDelete={onDelete} />
        ))}
      </tbody>
    </table>
  );
}

function FileRow({ file, selection, onDelete }: Omit<FileGridProps, 'files'> & { file: AdminFile }) {
  const { t } = useTranslation('console');
  const sizeOf = useFileSize();
  const { serviceId, fileId, name, mimeType, size, width, height, createdAt } = file;
  const pixels = width === null || height === null ? NOTHING : t('files.detail.pixelsOf', { width, height });
  return (
    <tr>
      {selection && (
        <td className="file-select">
          <Checkbox
            aria-label={t('files.selectOne', { name })}
            checked={selection.has(fileId)}
            onChange={() => selection.toggle(fileId)}
          />
        </td>
      )}
      <th scope="row">
        <span className="file-row-name ui-grid ui-middle ui-gap-3">
          <FileThumb file={file} pixels={120} />
          <span>
            <Link
              to={fileDetailPath(serviceId, fileId)}
              lang={contentLanguage(name)}
              onKeyDown={({ key }) => key === 'Delete' && selection && onDelete(file)}
            >
              {name}
            </Link>
            <span className="narrow">
              <span>{sizeOf(size)}</span>
              <FileStateBadge file={file} />
              <DateTime value={createdAt} />
            </span>
          </span>
        </span>
      </th>
      <td className="wide">{typeName(mimeType)}</td>
      <td className="wide number">{sizeOf(size)}</td>
      <td className="wide number">{pixels}</td>
      <td className="wide">
        <FileStateBadge file={file} />
      </td>
      <td className="wide record-time">
        <DateTime value={createdAt} withTime isShort />
      </td>
    </tr>
  );
}
