import { endingOf } from './file-kind.ts';

/** Browsers call every picture that was copied rather than a file by one of these names. */
const NAMELESS = /^(image|blob|unknown|)(\.[a-z0-9]+)?$/i;

/**
 * The files of a paste. Pictures that come without a name of their own, such as screenshots, are called by the time.
 * A paste of text into a field is left alone.
 */
export function pastedFiles(event: ClipboardEvent, nameAt: (time: string) => string): File[] {
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

/** As names of files can have it everywhere: `2026-11-21 18.30.05`. */
export function localTime(time: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join('.')}`;
}
