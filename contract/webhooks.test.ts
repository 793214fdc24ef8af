import { expect, test } from 'vitest';
import { isWebhookUrl } from './webhooks.ts';

test('isWebhookUrl measures the URL as it is sent', () => {
  expect(isWebhookUrl(`https://example.com/${'a'.repeat(1900)}`)).toBe(true);
  expect(isWebhookUrl(`https://example.com/${'あ'.repeat(1900)}`)).toBe(false);
});
