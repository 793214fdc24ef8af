import { expect, test } from 'vitest';
import { describeBrowser } from './sessions-row.tsx';

test('browser and system are named when known', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  expect(describeBrowser(firefox)).toEqual({ browser: 'Firefox', system: 'Linux' });
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
  expect(describeBrowser(safari)).toEqual({ browser: 'Safari', system: 'iOS' });
  expect(describeBrowser('curl/8.5.0').system).toBeUndefined();
  expect(describeBrowser(null)).toEqual({ browser: undefined, system: undefined });
});
