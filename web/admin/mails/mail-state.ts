import { MailStatus } from '#contract/mails.ts';

/** What the address of the list says: which mails, and which page of them. */
export interface MailListState {
  readonly status: MailStatus | undefined;
  /** Where the page before ended; the first page has none. */
  readonly pageToken: string | undefined;
}

export const allMails: MailListState = { status: undefined, pageToken: undefined };

const MAX_TOKEN = 1400;

/** Whatever the address says that means nothing is left out. */
export function readMailListState(search: URLSearchParams): MailListState {
  const pageToken = search.get('pageToken') ?? '';
  return {
    status: MailStatus.safeParse(search.get('status')).data,
    pageToken: pageToken === '' || pageToken.length > MAX_TOKEN ? undefined : pageToken,
  };
}

export function toMailSearch({ status, pageToken }: MailListState): string {
  const search = new URLSearchParams();
  if (status !== undefined) search.set('status', status);
  if (pageToken !== undefined) search.set('pageToken', pageToken);
  return search.size > 0 ? `?${search}` : '';
}

/** Mails that can be tried again now. */
export function canRetry(status: MailStatus): boolean {
  return status === 'waiting' || status === 'failed';
}

/** A part of a mail's text: words, or a link that stands for itself. */
export interface TextPart {
  readonly text: string;
  readonly isLink: boolean;
  /** Where in the text it begins. */
  readonly at: number;
}

/** Splits a text at its links; what ends a sentence after one is no part of it. */
export function partsOf(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { 0: link, index } of text.matchAll(/https?:\/\/[^\s<>"「」、。]+[^\s<>"「」、。.,;:!?)]/g)) {
    parts.push({ text: text.slice(at, index), isLink: false, at }, { text: link, isLink: true, at: index });
    at = index + link.length;
  }
  return [...parts, { text: text.slice(at), isLink: false, at }].filter((part) => part.text !== '');
}
