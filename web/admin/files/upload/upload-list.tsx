import { ActionIcon, Button, Progress } from '@mantine/core';
import { RotateCw, TriangleAlert, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AdminFile } from '#contract/admin-files.ts';
import type { FileType } from '#contract/files.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { useFileSize } from '../use-file-size.ts';
import { acceptedTypes, maxMegabytes, typeNames, type UploadSettings } from './upload-rules.ts';
import type { Upload, Uploads } from './use-uploads.ts';
import './uploads.css';

interface UploadListProps extends Pick<Uploads, 'uploads' | 'cancel' | 'retry' | 'dismiss'> {
  readonly onUseExisting: (upload: Upload, copy: AdminFile) => void;
}

export function UploadList({ uploads, cancel, retry, dismiss, onUseExisting }: UploadListProps) {
  const { t } = useTranslation('console');
  const finished = uploads.filter(({ status }) => status === 'done' || status === 'cancelled');
  const dismissFinished = () => {
    for (const { id } of finished) dismiss(id);
  };
  if (uploads.length === 0) return null;
  return (
    <section className="uploads ui-panel-ruled" aria-label={t('files.upload.list')}>
      <div className="uploads-head ui-line ui-middle ui-spread ui-gap-3">
        <h2>{t('files.upload.list')}</h2>
        {finished.length > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={dismissFinished}>
            {t('files.upload.dismissDone')}
          </Button>
        )}
      </div>
      <ul>
        {byUrgency(uploads).map((upload) => (
          <li key={upload.id} data-status={upload.status}>
            <UploadLine upload={upload} />
            <UploadActions upload={upload} cancel={cancel} retry={retry} dismiss={dismiss} />
            {upload.result && (
              <SameNotice upload={upload} copy={upload.result} dismiss={dismiss} onUseExisting={onUseExisting} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function byUrgency(uploads: readonly Upload[]): Upload[] {
  const urgency = ({ status, result }: Upload) =>
    status === 'failed' || (result?.sameAs ?? null) !== null ? 0 : status === 'done' ? 2 : 1;
  return [...uploads].sort((a, b) => urgency(a) - urgency(b));
}

function UploadLine({ upload: { file, status, sent, problem } }: { upload: Upload }) {
  const { t } = useTranslation('console');
  const sizeOf = useFileSize();
  const percent = file.size === 0 ? 0 : Math.floor((sent / file.size) * 100);
  // Rounds up, so that the shown size does not equal the limit.
  const isTooLarge = problem?.text === 'files.errors.overMaxSize';
  const isMoving = status === 'sending' || status === 'finishing';
  return (
    <div className="ui-grid ui-gap-1">
      <p className="upload-name">
        <span lang={contentLanguage(file.name)}>{file.name}</span>{' '}
        <span className="ui-note">{sizeOf(file.size, isTooLarge ? 'ceil' : undefined)}</span>
      </p>
      {isMoving && (
        <Progress
          value={percent}
          size="sm"
          striped={status === 'finishing'}
          animated={status === 'finishing'}
          aria-label={t('files.upload.progress', { name: file.name })}
        />
      )}
      <p className="upload-state ui-note" role={problem ? 'alert' : undefined}>
        {problem && <TriangleAlert size={14} />}
        {problem ? t(problem.text, problem.values) : t(`files.upload.${status}`, { percent })}
      </p>
    </div>
  );
}

function UploadActions({
  upload: { id, file, status, problem },
  cancel,
  retry,
  dismiss,
}: { upload: Upload } & Pick<Uploads, 'cancel' | 'retry' | 'dismiss'>) {
  const { t } = useTranslation('console');
  const { name } = file;
  const isOver = status === 'done' || status === 'failed' || status === 'cancelled';
  const canRetry = status === 'cancelled' || (status === 'failed' && problem?.canRetry === true);
  return (
    <span className="ui-line">
      {canRetry && (
        <ActionIcon aria-label={t('files.upload.retryOne', { name })} onClick={() => retry(id)}>
          <RotateCw />
        </ActionIcon>
      )}
      <ActionIcon
        aria-label={t(isOver ? 'files.upload.dismissOne' : 'files.upload.cancelOne', { name })}
        onClick={() => (isOver ? dismiss(id) : cancel(id))}
      >
        <X />
      </ActionIcon>
    </span>
  );
}

interface SameNoticeProps extends Pick<UploadListProps, 'dismiss' | 'onUseExisting'> {
  readonly upload: Upload;
  readonly copy: AdminFile;
}

function SameNotice({ upload, copy, dismiss, onUseExisting }: SameNoticeProps) {
  const { t } = useTranslation('console');
  if (copy.sameAs === null) return null;
  const { name } = copy.sameAs;
  return (
    <div className="upload-same ui-row ui-middle ui-gap-2-3" role="status">
      <p>
        {t('files.upload.same')} <strong lang={contentLanguage(name)}>{name}</strong>
      </p>
      <Button variant="default" size="compact-sm" onClick={() => onUseExisting(upload, copy)}>
        {t('files.upload.useThat')}
      </Button>
      <Button variant="subtle" size="compact-sm" onClick={() => dismiss(upload.id)}>
        {t('files.upload.keepBoth')}
      </Button>
    </div>
  );
}

export function UploadLimits({ settings, fileType }: { settings: UploadSettings; fileType?: FileType | undefined }) {
  const { t } = useTranslation('console');
  const valuesOf = (kind: FileType) => ({
    types: typeNames(acceptedTypes(kind, settings)),
    max: maxMegabytes(kind, settings),
  });
  return (
    <p className="upload-limits ui-grid ui-note">
      {fileType !== 'file' && <span>{t('files.upload.acceptsImages', valuesOf('image'))}</span>}
      {fileType !== 'image' && <span>{t('files.upload.acceptsFiles', valuesOf('file'))}</span>}
    </p>
  );
}
