import { Button, Modal, Progress } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminFile } from '#contract/admin-files.ts';
import { FormFailure } from '../../ui/console-form.tsx';
import { notifySuccess } from '../../ui/notify.tsx';
import { DropArea, usePaste } from '../upload/drop-area.tsx';
import { replaceFile } from '../upload/upload-file.ts';
import {
  acceptTypes,
  errorOf,
  pickedMimeType,
  problemOfError,
  problemOfInvalid,
  typeName,
  type UploadProblem,
  type UploadSettings,
} from '../upload/upload-rules.ts';
import '../files.css';

interface ReplaceDialogProps {
  readonly file: AdminFile;
  readonly settings: UploadSettings;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onReplaced: () => Promise<void>;
}

export function ReplaceDialog({ opened, onClose, ...props }: ReplaceDialogProps) {
  const { t } = useTranslation('console');
  return (
    <Modal opened={opened} onClose={onClose} title={t('files.replace.title')} centered closeOnClickOutside={false}>
      <Replacing {...props} onClose={onClose} />
    </Modal>
  );
}

function Replacing({ file, settings, onClose, onReplaced }: Omit<ReplaceDialogProps, 'opened'>) {
  const { t } = useTranslation('console');
  const { sent, isSending, problem, start, stop } = useReplacement(file, settings);
  const { mimeType } = file;

  const take = (files: readonly File[]) => {
    const [picked] = files;
    if (!picked || isSending) return;
    void start(picked).then(async (isDone) => {
      if (!isDone) return;
      notifySuccess('files.replace.done');
      onClose();
      await onReplaced();
    });
  };
  usePaste(true, take);

  return (
    <div className="file-choice">
      <p>{t('files.replace.body', { type: typeName(mimeType) })}</p>
      {isSending ? (
        <Progress value={sent} striped={sent >= 100} animated={sent >= 100} aria-label={t('files.replace.progress')} />
      ) : (
        <DropArea text={t('files.upload.areaOfOne')} accept={acceptTypes([mimeType])} multiple={false} onFiles={take} />
      )}
      <p className="upload-state ui-note" role="status">
        {isSending && t(sent >= 100 ? 'files.upload.finishing' : 'files.upload.sending', { percent: sent })}
      </p>
      <FormFailure text={problem?.text} values={problem?.values} />
      <div className="dialog-actions">
        <Button
          variant="default"
          onClick={() => {
            stop();
            onClose();
          }}
        >
          {t('action.cancel')}
        </Button>
      </div>
    </div>
  );
}

function useReplacement(file: AdminFile, settings: UploadSettings) {
  const [percent, setPercent] = useState<number>();
  const [problem, setProblem] = useState<UploadProblem>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function start(picked: File): Promise<boolean> {
    const { serviceId, fileId, fileType, mimeType } = file;
    const invalid = errorOfReplacement(picked, file, settings);
    setProblem(invalid);
    if (invalid) return false;
    const stop = new AbortController();
    running.current = stop;
    setPercent(0);
    try {
      const onProgress = (sent: number) => setPercent(Math.floor((sent / picked.size) * 100));
      await replaceFile({ serviceId, fileId, mimeType, file: picked, signal: stop.signal, onProgress });
      return true;
    } catch (error) {
      if (!stop.signal.aborted) setProblem(problemOfError(error, fileType, settings));
      return false;
    } finally {
      setPercent(undefined);
    }
  }

  return {
    sent: percent ?? 0,
    isSending: percent !== undefined,
    problem,
    start,
    stop: () => running.current?.abort(),
  };
}

function errorOfReplacement(
  picked: File,
  { fileType, mimeType }: AdminFile,
  settings: UploadSettings,
): UploadProblem | undefined {
  if (pickedMimeType(picked) !== mimeType) {
    return { canRetry: false, text: 'files.replace.otherType', values: { type: typeName(mimeType) } };
  }
  // Ignores the service's accepted types, which may have changed since the upload.
  const reason = errorOf({ name: picked.name, size: picked.size, mimeType }, fileType, settings);
  return reason === undefined || reason === 'typeNotAccepted'
    ? undefined
    : problemOfInvalid(reason, fileType, settings);
}
