import { AuditAction } from '#contract/audit.ts';
import { InstantInput } from '#contract/text.ts';

/** What the address of the log says: which entries, and which page of them. */
export interface AuditState {
  readonly action: AuditAction | undefined;
  /** User name, address, or the id of an API key. */
  readonly actor: string;
  readonly target: string;
  /** From this instant on. */
  readonly since: string | undefined;
  /** Until before this instant. */
  readonly until: string | undefined;
  /** Where the page before ended; the first page has none. */
  readonly pageToken: string | undefined;
}

export const wholeLog: AuditState = {
  action: undefined,
  actor: '',
  target: '',
  since: undefined,
  until: undefined,
  pageToken: undefined,
};

/** Longest name that is looked for. */
export const MAX_NAME = 128;
const MAX_TOKEN = 1400;

/** Whatever the address says that means nothing is left out. */
export function readAuditState(search: URLSearchParams): AuditState {
  const pageToken = search.get('pageToken') ?? '';
  return {
    action: AuditAction.safeParse(search.get('action')).data,
    actor: nameIn(search.get('actor')),
    target: nameIn(search.get('target')),
    since: InstantInput.safeParse(search.get('since')).data,
    until: InstantInput.safeParse(search.get('until')).data,
    pageToken: pageToken === '' || pageToken.length > MAX_TOKEN ? undefined : pageToken,
  };
}

function nameIn(text: string | null): string {
  return (text ?? '').trim().slice(0, MAX_NAME);
}

/** The query for a part of the log, as short as can be; the API takes the same. */
export function toAuditSearch(state: AuditState): string {
  const search = new URLSearchParams(toAuditQuery(state));
  return search.size > 0 ? `?${search}` : '';
}

/** What is asked of the API. */
export function toAuditQuery(state: AuditState): Record<string, string> {
  const stated = Object.entries(state).filter((entry): entry is [string, string] => !!entry[1]);
  return Object.fromEntries(stated);
}

/** Whether something is left out; which page it is does not count. */
export function isAuditFiltered(state: AuditState): boolean {
  return toAuditSearch({ ...state, pageToken: undefined }) !== '';
}
