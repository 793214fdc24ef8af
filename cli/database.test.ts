import { expect, test } from 'vitest';
import { shownUrl } from './database.ts';

test.for([
  ['postgres://hana:geheim@db/news', 'postgres://hana:***@db/news'],
  [
    'postgres://db/news?user=hana&password=geheim&sslmode=require',
    'postgres://db/news?user=hana&password=***&sslmode=require',
  ],
  ['postgres://db/news?password=geheim&password=geheim', 'postgres://db/news?password=***'],
  ['postgres://hana@db/news?sslmode=require', 'postgres://hana@db/news?sslmode=require'],
] as const)('%s is shown without its password', ([url, shown]) => {
  expect(shownUrl({ engine: 'postgres', url }, url)).toBe(shown);
});
