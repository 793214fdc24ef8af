import { Button, FileButton } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { Upload } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { endingOf } from './upload-rules.ts';
import '@mantine/dropzone/styles.layer.css';
import './uploads.css';

interface PickButtonProps {
  readonly label: string;
  readonly accept: string;
  readonly multiple: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

export function PickButton({ label, accept, multiple, onFiles }: PickButtonProps) {
  return (
    <FileButton
      multiple={multiple}
      accept={accept}
      inputProps={{ 'aria-label': label, tabIndex: -1 }}
      onChange={(picked) => onFiles([picked].flat().filter((file) => file !== null))}
    >
      {(props) => (
        <Button {...props} leftSection={<Upload />}>
          {label}
        </Button>
      )}
    </FileButton>
  );
}

interface DropAreaProps extends Omit<PickButtonProps, 'label'> {
  readonly text: string;
}

export function DropArea({ text, multiple, onFiles, ...button }: DropAreaProps) {
  const { t } = useTranslation('console');
  return (
    <Dropzone
      className="drop-area"
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      inputProps={{ 'aria-label': t('files.upload.input') }}
      onDrop={onFiles}
    >
      <p>{text}</p>
      <PickButton
        {...button}
        label={t(multiple ? 'files.upload.pickFiles' : 'files.upload.pickFile')}
        multiple={multiple}
        onFiles={onFiles}
      />
    </Dropzone>
  );
}

export function PageDrop({ isActive, onFiles }: { isActive: boolean; onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation('console');
  return (
    <Dropzone.FullScreen
      active={isActive}
      withinPortal={false}
      className="page-drop"
      activateOnClick={false}
      activateOnKeyboard={false}
      inputProps={{ 'aria-label': t('files.upload.input') }}
      onDrop={onFiles}
    >
      <p>{t('files.upload.dropHere')}</p>
    </Dropzone.FullScreen>
  );
}

export function usePaste(isEnabled: boolean, onFiles: (files: readonly File[]) => void): void {
  const { t } = useTranslation('console');
  const latest = useRef({ onFiles, t });
  latest.current = { onFiles, t };
  useEffect(() => {
    if (!isEnabled) return;
    const take = (event: ClipboardEvent) => {
      const files = pastedFiles(event, (time) => latest.current.t('files.upload.pastedName', { time }));
      if (files.length === 0) return;
      event.preventDefault();
      latest.current.onFiles(files);
    };
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, [isEnabled]);
}

/** Names that browsers give to images copied from the clipboard. */
const NAMELESS = /^(image|blob|unknown|)(\.[a-z0-9]+)?$/i;

/** Names images without a name, such as screenshots, after the time. Returns none when text is pasted into a field. */
function pastedFiles(event: ClipboardEvent, nameAt: (time: string) => string): File[] {
  const { clipboardData, target } = event;
  const files = [...(clipboardData?.files ?? [])];
  if (isField(target) && clipboardData?.types.includes('text/plain')) return [];
  return files.map((file, index) => named(file, index, nameAt));
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

function named(file: File, index: number, nameAt: (time: string) => string): File {
  if (!NAMELESS.test(file.name)) return file;
  const ending = endingOf(file.name) || file.type.replace(/^image\//, '').replace('jpeg', 'jpg');
  const number = index === 0 ? '' : ` ${index + 1}`;
  return new File([file], `${nameAt(localTime(new Date()))}${number}.${ending}`, { type: file.type });
}

/** Formats a local time with characters valid in file names everywhere: `2026-11-21 18.30.05`. */
export function localTime(time: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join('.')}`;
}
