import { expect, test } from 'vitest';
import { needsConfirmation, takesRights } from './role-rank.ts';

test('lower role removes rights', () => {
  expect(takesRights('admin', 'editor')).toBe(true);
  expect(takesRights('viewer', 'normal')).toBe(true);
  expect(takesRights('viewer', 'editor')).toBe(false);
  expect(takesRights('editor', 'editor')).toBe(false);
});

test('asks before granting admin or removing rights', () => {
  expect(needsConfirmation('editor', 'admin')).toBe(true);
  expect(needsConfirmation('editor', 'viewer')).toBe(true);
  expect(needsConfirmation('viewer', 'editor')).toBe(false);
});
