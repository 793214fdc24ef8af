import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router';
import { expect, test } from 'vitest';
import { ApiError } from '#contract/api-client.ts';
import { createI18n } from '../../i18n/i18n.ts';
import { failureText, toNavigationFailure } from './stay-on-failed-navigation.ts';

test('server responses keep status and message', () => {
  const error = new ErrorResponse(503, 'Service Unavailable', { message: 'Service is unavailable' });
  expect(toNavigationFailure(error)).toEqual({ status: 503, message: 'Service is unavailable' });
});

test('proxy responses are parsed when they are JSON', () => {
  const given = (data: string) => toNavigationFailure(new ErrorResponse(502, '', data));
  expect(given('<h1>Bad gateway</h1>')).toEqual({ status: 502, message: undefined });
  expect(given('{"message":"Too many requests"}')).toEqual({ status: 502, message: 'Too many requests' });
  expect(given('{"errors":[{"message":"Invalid"}]}')).toEqual({ status: 502, message: 'Invalid' });
  for (const nonsense of ['null', '1', '{"errors":[null]}', '{"errors":{}}', '{"message":1}']) {
    expect(given(nonsense), nonsense).toEqual({ status: 502, message: undefined });
  }
});

test('API errors keep their status; network errors get 0', () => {
  expect(toNavigationFailure(new ApiError(400, { message: 'Data is empty' }))).toEqual({
    status: 400,
    message: 'Data is empty',
  });
  expect(toNavigationFailure(new ApiError(0, { message: 'Network error' })).status).toBe(0);
  expect(toNavigationFailure(new TypeError('Failed to fetch')).status).toBe(0);
  expect(toNavigationFailure(new Error('Unexpected Server Error')).status).toBe(500);
});

test.for([
  ['en', ['Server error', 'Invalid input', 'Error occurred', 'Service is unavailable', 'Error occurred']],
  [
    'ja',
    [
      'サーバーエラー',
      '入力内容が正しくありません',
      'エラーが発生しました',
      'サービスを利用できません',
      'エラーが発生しました',
    ],
  ],
] as const)('every failure has a text in %s', async ([language, texts]) => {
  const { t, exists } = await createI18n(language);
  const failures = [
    { status: 0, message: undefined },
    { status: 400, message: 'Field x is not accepted. Use: y' },
    { status: 500, message: undefined },
    { status: 503, message: 'Service is unavailable' },
    { status: 500, message: 'constructor' },
  ];
  for (const [index, failure] of failures.entries()) {
    expect(failureText(failure, t, exists)).toBe(texts[index]);
  }
});
