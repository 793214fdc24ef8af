import type { MailStatus } from '#contract/mails.ts';

export function canRetry(status: MailStatus): boolean {
  return status === 'waiting' || status === 'failed';
}

export interface TextPart {
  readonly text: string;
  readonly isLink: boolean;
  readonly at: number;
}

/** Punctuation after a link is not part of it. */
export function partsOf(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { 0: link, index } of text.matchAll(/https?:\/\/[^\s<>"「」、。]+[^\s<>"「」、。.,;:!?)]/g)) {
    parts.push({ text: text.slice(at, index), isLink: false, at }, { text: link, isLink: true, at: index });
    at = index + link.length;
  }
  return [...parts, { text: text.slice(at), isLink: false, at }].filter((part) => part.text !== '');
}
