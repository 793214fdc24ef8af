import { expect, test } from 'vitest';
import { webhookName, webhookStateOf } from './webhook-table.tsx';

const at = '2026-11-21T04:43:00Z';
const works = { isEnabled: true, isGone: false, failingSince: null, lastDeliveredAt: at };

test.for([
  ['active', {}],
  ['new', { lastDeliveredAt: null }],
  ['failing', { failingSince: at }],
  ['failing', { failingSince: at, lastDeliveredAt: null }],
  ['off', { isEnabled: false, failingSince: at }],
  ['gone', { isEnabled: false, isGone: true }],
] as const)('webhook is %s with %j', ([state, part]) => {
  expect(webhookStateOf({ ...works, ...part })).toBe(state);
});

test('webhook without description is named by its URL', () => {
  const url = 'https://example.com/hook';
  expect([webhookName({ url, description: '' }), webhookName({ url, description: 'Site builder' })]).toEqual([
    url,
    'Site builder',
  ]);
});
