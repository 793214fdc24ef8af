import { expect, test } from 'vitest';
import { type AuditState, isAuditFiltered, readAuditState, toAuditSearch, wholeLog } from './audit-state.ts';

const read = (search: string) => readAuditState(new URLSearchParams(search));

test('empty address means the whole log', () => {
  expect(read('')).toEqual(wholeLog);
  expect(toAuditSearch(wholeLog)).toBe('');
});

test('state survives a round trip through the address', () => {
  const state: AuditState = {
    action: 'role-changed',
    actor: 'admin',
    target: '7f3c/ä&b',
    since: '2026-11-01T00:00:00Z',
    until: '2026-11-21T00:00:00Z',
    pageToken: 'abc=',
  };
  expect(read(toAuditSearch(state))).toEqual(state);
});

test('ignores invalid parameters', () => {
  const search = `?action=danced&since=yesterday&until=2026-02-31T00:00:00Z&actor=%20&pageToken=${'x'.repeat(3401)}`;
  expect(read(search)).toEqual(wholeLog);
});

test('later page of the whole log is not filtered', () => {
  expect(isAuditFiltered({ ...wholeLog, pageToken: 'x' })).toBe(false);
  expect(isAuditFiltered({ ...wholeLog, target: 'admin' })).toBe(true);
});
