import { Button, Modal } from '@mantine/core';
import { Download, RefreshCw, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useRevalidator } from 'react-router';
import type { AdminFile } from '#contract/admin-files.ts';
import { fileDetailPath, fileLibraryPath } from '../../../paths/console.ts';
import { isEditor, useActor } from '../../../session/actor.ts';
import { confirmTyped } from '../../ui/confirm.tsx';
import { notifyFailure, notifyUndoable } from '../../ui/notify.tsx';
import { downloadAddress } from '../file-addresses.ts';
import { rememberedLibrary } from '../library/library-memory.ts';
import { removeFile, removeUnused, restoreFiles } from '../remove-files.ts';
import type { UploadSettings } from '../upload/upload-rules.ts';
import { type FileUsesProps, UsesList, type UsesPage } from './file-uses.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
import '../files.css';

interface FileActionsProps {
  readonly file: AdminFile;
  readonly uses: UsesPage;
  readonly settings: UploadSettings;
}

export function FileActions({ file, uses, settings }: FileActionsProps) {
  const { t } = useTranslation('console');
  const canWrite = isEditor(useActor());
  const { src, status } = file;
  return (
    <div className="ui-row ui-gap-2">
      {src !== null && (
        <Button component="a" href={downloadAddress(src)} variant="default" leftSection={<Download />}>
          {t('files.detail.download')}
        </Button>
      )}
      {canWrite && status === 'removed' && <RestoreButton file={file} />}
      {canWrite && status !== 'removed' && <Changes file={file} uses={uses} settings={settings} />}
    </div>
  );
}

function RestoreButton({ file }: { file: AdminFile }) {
  const { t } = useTranslation('console');
  const { revalidate } = useRevalidator();
  return (
    <Button leftSection={<RotateCcw />} onClick={() => void restoreFiles([file], revalidate)}>
      {t('files.remove.restore')}
    </Button>
  );
}

function Changes({ file, uses, settings }: FileActionsProps) {
  const { t } = useTranslation('console');
  const { revalidate } = useRevalidator();
  const [asking, setAsking] = useState<'replace' | 'used'>();
  const { remove, removeUsed } = useRemoval(file);
  const { serviceId, fileId } = file;
  const close = () => setAsking(undefined);
  return (
    <>
      <Button variant="default" leftSection={<RefreshCw />} onClick={() => setAsking('replace')}>
        {t('files.replace.action')}
      </Button>
      <Button
        variant="outline"
        color="vermilion"
        leftSection={<Trash2 />}
        onClick={() => (file.isUsed ? setAsking('used') : void remove())}
      >
        {t('files.remove.action')}
      </Button>
      <ReplaceDialog
        file={file}
        settings={settings}
        opened={asking === 'replace'}
        onClose={close}
        onReplaced={revalidate}
      />
      <UsedDialog
        serviceId={serviceId}
        fileId={fileId}
        uses={uses}
        opened={asking === 'used'}
        onClose={close}
        onReplace={() => setAsking('replace')}
        onDelete={() => {
          close();
          void removeUsed();
        }}
      />
    </>
  );
}

function useRemoval(file: AdminFile) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { serviceId, fileId, name } = file;

  async function remove(): Promise<void> {
    const back = async () => navigate(fileDetailPath(serviceId, fileId));
    const removed = await removeUnused([file], t, back);
    if (removed === undefined) return;
    if (removed.length > 0) await navigate(fileLibraryPath(serviceId, rememberedLibrary(serviceId)));
    else await revalidate();
  }

  async function removeUsed(): Promise<void> {
    const question = {
      title: t('files.remove.sureTitle'),
      text: t('files.remove.sureBody', { name }),
      action: t('files.remove.action'),
      word: t('files.remove.word'),
    };
    if (!(await confirmTyped(question))) return;
    try {
      await removeFile(file, true);
      notifyUndoable('files.remove.done', { undo: () => restoreFiles([file], revalidate) });
    } catch (error) {
      notifyFailure(error, 'failure.delete');
    }
    await revalidate();
  }

  return { remove, removeUsed };
}

interface UsedDialogProps extends FileUsesProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onReplace: () => void;
  readonly onDelete: () => void;
}

function UsedDialog({ opened, onClose, onReplace, onDelete, ...uses }: UsedDialogProps) {
  const { t } = useTranslation('console');
  return (
    <Modal opened={opened} onClose={onClose} title={t('files.remove.usedTitle')} centered withCloseButton={false}>
      <div className="file-choice">
        <p>{t('files.remove.usedBody')}</p>
        <UsesList {...uses} />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('action.cancel')}
          </Button>
          <Button variant="outline" color="vermilion" onClick={onDelete}>
            {t('files.remove.usedAnyway')}
          </Button>
          <Button onClick={onReplace}>{t('files.remove.usedReplace')}</Button>
        </div>
      </div>
    </Modal>
  );
}
