import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { givenService } from '#testing/given.ts';
import { warnOfMissingFrontPage } from './front-page-notice.ts';

test('a front page that names a service which does not exist is told of at the start, another is not', async () => {
  const database = await testDatabase();
  await givenService({ database }, { serviceId: 'news' });
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  for (const frontPageServiceId of ['', 'news', 'none']) {
    await warnOfMissingFrontPage({ frontPageServiceId }, { database, say });
  }
  expect(said).toEqual([
    'Warning: frontPageServiceId names none, which does not exist. The front page shows all services.',
  ]);
});
