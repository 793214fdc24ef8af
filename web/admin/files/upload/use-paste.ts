import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { endingOf } from './upload-rules.ts';

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
