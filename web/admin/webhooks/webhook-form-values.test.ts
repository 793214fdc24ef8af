import { expect, test } from 'vitest';
import { newWebhookValues, toChangedBody, toWebhookBody, webhookFaults } from './webhook-form-values.ts';

const good = { ...newWebhookValues, url: ' https://example.com/hook ', events: ['post.published'] as const };

test('what can be right has no fault, and is sent without the blanks around it', () => {
  expect(webhookFaults(good)).toEqual({});
  expect(toWebhookBody({ ...good, description: ' Builder ' })).toEqual({
    ...{ url: 'https://example.com/hook', description: 'Builder', events: ['post.published'], isEnabled: true },
  });
});

test('of a webhook that was there only what was changed is sent', () => {
  expect(toChangedBody({ ...good, description: 'Other' }, good)).toEqual({ description: 'Other' });
  expect(toChangedBody({ ...good, isEnabled: false, events: ['post.deleted'] }, good)).toEqual({
    ...{ isEnabled: false, events: ['post.deleted'] },
  });
  expect(toChangedBody({ ...good, url: good.url.trim() }, good)).toEqual({});
});

test.for([
  ['url', { url: ' ' }, 'rule.required'],
  ['url', { url: 'example.com' }, 'webhooks.fault.url'],
  ['url', { url: 'https://user:word@example.com' }, 'webhooks.fault.url'],
  ['url', { url: `https://example.com/${'x'.repeat(2000)}` }, 'webhooks.fault.urlLong'],
  ['description', { description: 'x'.repeat(201) }, 'webhooks.fault.description'],
  ['events', { events: [] }, 'webhooks.fault.events'],
] as const)('a wrong %s is told below its field (%j)', ([field, part, key]) => {
  expect(webhookFaults({ ...good, ...part })).toMatchObject({ [field]: { key } });
});
