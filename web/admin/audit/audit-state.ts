import { AuditAction } from '#contract/audit.ts';
import { InstantInput } from '#contract/text.ts';
import { readPageToken } from '../ui/search-params.ts';
import { withoutEmpty } from '../ui/without-empty.ts';

export interface AuditState {
  readonly action: AuditAction | undefined;
  /** Username, email address or API key id. */
  readonly actor: string;
  readonly target: string;
  /** Start, inclusive. */
  readonly since: string | undefined;
  /** End, exclusive. */
  readonly until: string | undefined;
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

export const MAX_NAME = 128;

export function readAuditState(search: URLSearchParams): AuditState {
  return {
    action: AuditAction.safeParse(search.get('action')).data,
    actor: nameIn(search.get('actor')),
    target: nameIn(search.get('target')),
    since: InstantInput.safeParse(search.get('since')).data,
    until: InstantInput.safeParse(search.get('until')).data,
    pageToken: readPageToken(search),
  };
}

function nameIn(text: string | null): string {
  return (text ?? '').trim().slice(0, MAX_NAME);
}

export function toAuditSearch(state: AuditState): string {
  const search = new URLSearchParams(toAuditQuery(state));
  return search.size > 0 ? `?${search}` : '';
}

export function toAuditQuery(state: AuditState): Record<string, string> {
  return withoutEmpty<string>({ ...state });
}

export function isAuditFiltered(state: AuditState): boolean {
  return toAuditSearch({ ...state, pageToken: undefined }) !== '';
}
