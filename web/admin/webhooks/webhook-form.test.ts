import { expect, test } from 'vitest';
import { newWebhookValues, toChangedBody, toWebhookBody, webhookErrors } from './webhook-form.tsx';

const good = { ...newWebhookValues, url: ' https://example.com/hook ', events: ['post.published'] as const };

test('valid input has no errors and is trimmed', () => {
  expect(webhookErrors(good)).toEqual({});
  expect(toWebhookBody({ ...good, description: ' Builder ' })).toEqual({
    ...{ url: 'https://example.com/hook', description: 'Builder', events: ['post.published'], isEnabled: true },
  });
});

test('update contains changed fields only', () => {
  expect(toChangedBody({ ...good, description: 'Other' }, good)).toEqual({ description: 'Other' });
  expect(toChangedBody({ ...good, isEnabled: false, events: ['post.deleted'] }, good)).toEqual({
    ...{ isEnabled: false, events: ['post.deleted'] },
  });
  expect(toChangedBody({ ...good, url: good.url.trim() }, good)).toEqual({});
});

test.for([
  ['url', { url: ' ' }, 'rule.required'],
  ['url', { url: 'example.com' }, 'webhooks.error.url'],
  ['url', { url: 'https://user:word@example.com' }, 'webhooks.error.url'],
  ['url', { url: `https://example.com/${'x'.repeat(2000)}` }, 'webhooks.error.urlLong'],
  ['description', { description: 'x'.repeat(201) }, 'webhooks.error.description'],
  ['events', { events: [] }, 'webhooks.error.events'],
] as const)('invalid %s shows an error at its field (%j)', ([field, part, key]) => {
  expect(webhookErrors({ ...good, ...part })).toMatchObject({ [field]: { key } });
});
