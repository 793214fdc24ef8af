import { MailStatus } from '#contract/mails.ts';

export interface MailListState {
  readonly status: MailStatus | undefined;
  readonly pageToken: string | undefined;
}

export const allMails: MailListState = { status: undefined, pageToken: undefined };

const MAX_TOKEN = 1400;

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
