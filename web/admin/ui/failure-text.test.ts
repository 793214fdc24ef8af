import { expect, test } from 'vitest';
import { ApiError } from '#contract/api-client.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import { createI18n } from '../../i18n/i18n.ts';
import { failureKeyOf, fieldErrorsOf } from './failure-text.ts';

test.for(['en', 'ja'] as const)('every API error code has a text in %s', async (language) => {
  const t = (await createI18n(language, { withConsole: true })).getFixedT(language, 'console');
  for (const code of [...Object.values(messages), ...Object.values(fieldMessages)]) {
    expect(t(`msg.${code}`), code).not.toMatch(/^msg\./);
  }
});

test('known error codes map to their own texts', () => {
  expect(failureKeyOf(new ApiError(400, { message: messages.slugTaken }))).toBe('msg.Slug already used');
  expect(failureKeyOf(new ApiError(500, { message: messages.serverError }))).toBe('msg.Server error');
});

test('unknown error codes map to invalid input or unexpected error', () => {
  expect(failureKeyOf(new ApiError(400, { message: 'Field x is not accepted' }))).toBe('failure.invalid');
  expect(failureKeyOf(new ApiError(418, { message: 'I am a teapot' }))).toBe('failure.unexpected');
  expect(failureKeyOf(new Error('of our own'))).toBe('failure.unexpected');
});

test('missing response maps to a server error', () => {
  expect(failureKeyOf(new ApiError(0, { message: 'Network error' }))).toBe('failure.noAnswer');
});

test('field errors are keyed by form field names', async () => {
  const t = (await createI18n('en', { withConsole: true })).getFixedT('en', 'console');
  const error = new ApiError(400, {
    message: messages.validationFailed,
    errors: [
      { field: 'media_upload_size_limit_m_b_image', message: fieldMessages.invalid },
      { field: 'label', message: fieldMessages.required },
      { field: 'label', message: fieldMessages.taken },
      { field: 'serviceId', message: 'something new' },
    ],
  });
  expect(fieldErrorsOf(error, t)).toEqual({
    mediaUploadSizeLimitMBImage: 'Invalid input',
    label: 'Input required Already in use',
    serviceId: 'Invalid input',
  });
  expect(fieldErrorsOf(new Error('of our own'), t)).toEqual({});
});

test.for([
  ['en', 'No more than 1 character', 'At least 2 items', 'Fewer than 3', 'More than 4', 'Exactly 5 characters'],
  [
    'ja',
    '1文字以下にしてください',
    '2件以上にしてください',
    '3未満にしてください',
    '4より大きい値にしてください',
    '5文字ちょうどにしてください',
  ],
] as const)('limits are shown with their number in %s', async ([language, ...texts]) => {
  const i18n = await createI18n(language, { withConsole: true });
  const t = i18n.getFixedT(language, 'console');
  const limits = [
    { rule: 'atMost', count: 1, of: 'characters' },
    { rule: 'atLeast', count: 2, of: 'items' },
    { rule: 'lessThan', count: 3, of: 'number' },
    { rule: 'moreThan', count: 4, of: 'number' },
    { rule: 'exactly', count: 5, of: 'characters' },
  ] as const;
  const errors = limits.map((limit, index) => ({ field: `field_${index}`, message: fieldMessages.invalid, limit }));
  const error = new ApiError(400, { message: messages.validationFailed, errors });
  expect(Object.values(fieldErrorsOf(error, t))).toEqual(texts);
});
