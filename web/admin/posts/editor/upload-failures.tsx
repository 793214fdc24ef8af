import { CloseButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FailedUpload } from './use-editor-uploads.ts';

export interface UploadFailuresProps {
  readonly failures: readonly FailedUpload[];
  readonly onDismiss: (id: string) => void;
}

export function UploadFailures({ failures, onDismiss }: UploadFailuresProps) {
  const { t } = useTranslation('console');
  return (
    <div role="alert">
      {failures.length > 0 && (
        <ul className="upload-failures">
          {failures.map(({ id, name, problem }) => (
            <li key={id}>
              <span>{t('postFiles.editor.failed', { name, reason: t(problem.text, problem.values) })}</span>
              <CloseButton size="sm" aria-label={t('postFiles.dismiss', { name })} onClick={() => onDismiss(id)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
