import { Button, FileButton } from '@mantine/core';
import { Images, Upload } from 'lucide-react';
import { type DragEvent, lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminFile } from '#contract/admin-files.ts';
import type { FileType } from '#contract/files.ts';
import type { ServiceConfigs } from '#contract/service-configs.ts';
import { acceptOf } from '../../files/upload/upload-rules.ts';

const hasFiles = (event: Pick<DragEvent, 'dataTransfer'>) => event.dataTransfer.types.includes('Files');

export function useFileDrop(onDrop: (files: readonly File[]) => void) {
  const [isOver, setIsOver] = useState(false);
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setIsOver(true);
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => {
      const isInside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
      if (!isInside) setIsOver(false);
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      onDrop([...event.dataTransfer.files]);
    },
  };
}

/** Blocks drops outside of drop targets: the browser would open the file and lose unsaved changes. */
export function useNoStrayDrops(): void {
  useEffect(() => {
    const stop = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', stop);
    window.addEventListener('drop', stop);
    return () => {
      window.removeEventListener('dragover', stop);
      window.removeEventListener('drop', stop);
    };
  }, []);
}

const FilePicker = lazy(async () => ({ default: (await import('../../files/file-picker.tsx')).FilePicker }));

export interface AddFilesProps {
  readonly serviceId: string;
  readonly settings: ServiceConfigs;
  readonly type: FileType;
  readonly uploadLabel: string;
  readonly libraryLabel: string;
  readonly multiple: boolean;
  readonly isFull: boolean;
  readonly onUpload: (files: readonly File[]) => void;
  readonly onPick: (files: readonly AdminFile[]) => void;
}

export function AddFiles(props: AddFilesProps) {
  const { serviceId, settings, type, uploadLabel, libraryLabel, multiple, isFull, onUpload, onPick } = props;
  const { t } = useTranslation('console');
  const [picking, setPicking] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <div className="ui-row ui-middle ui-gap-2">
      <FileButton
        multiple={multiple}
        accept={acceptOf(settings, type)}
        inputProps={{ 'aria-label': uploadLabel, tabIndex: -1 }}
        disabled={isFull}
        onChange={(picked) => onUpload([picked].flat().filter((file) => file !== null))}
      >
        {(button) => (
          <Button {...button} variant="default" disabled={isFull} leftSection={<Upload />}>
            {uploadLabel}
          </Button>
        )}
      </FileButton>
      <Button
        variant="default"
        disabled={isFull}
        aria-haspopup="dialog"
        leftSection={<Images />}
        onClick={() => setPicking('open')}
      >
        {libraryLabel}
      </Button>
      <span className="add-files-hint ui-tiny">{t('postFiles.dropHint')}</span>
      <Suspense>
        {picking !== 'never' && (
          <FilePicker
            serviceId={serviceId}
            type={type}
            settings={settings}
            multiple={multiple}
            opened={picking === 'open'}
            onClose={() => setPicking('closed')}
            onPick={onPick}
          />
        )}
      </Suspense>
    </div>
  );
}
