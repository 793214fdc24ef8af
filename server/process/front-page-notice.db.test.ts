import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { givenService } from '#testing/given.ts';
import { warnOfMissingFrontPage } from './front-page-notice.ts';

test('warns at startup when the front page service is missing', async () => {
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
