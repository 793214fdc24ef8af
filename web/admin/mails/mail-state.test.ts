import { expect, test } from 'vitest';
import { canRetry, partsOf } from './mail-state.tsx';

test('retries only waiting and failed mails', () => {
  expect(['waiting', 'failed', 'sent', 'kept'].filter((status) => canRetry(status as 'sent'))).toEqual([
    'waiting',
    'failed',
  ]);
});

test('separates links from surrounding text', () => {
  const text = 'Open https://site.example/signup/verify?username=x&code=123456. Or not.';
  expect(partsOf(text).map((part) => part.text)).toEqual([
    'Open ',
    'https://site.example/signup/verify?username=x&code=123456',
    '. Or not.',
  ]);
  expect(partsOf('リンク「http://a.example/b」です').find(({ isLink }) => isLink)?.text).toBe('http://a.example/b');
  expect(partsOf('No link')).toEqual([{ text: 'No link', isLink: false, at: 0 }]);
  expect(partsOf('')).toEqual([]);
});
