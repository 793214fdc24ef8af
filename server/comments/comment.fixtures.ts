import { findThreadCounts } from '#server/comments/thread.repository.ts';
import { type Answer, type TestApp, testApp } from '#testing/app.ts';
import { givenService } from '#testing/given.ts';

export const url = '/api/comments/news/a-content';

export async function commentApp({
  startsAs = 'publish',
  ...tools
}: Parameters<typeof testApp>[0] & { startsAs?: string } = {}) {
  const app = await testApp(tools);
  await givenService(app, { serviceId: 'news', functions: ['post', 'comment'] });
  await app.database.writer
    .insertInto('serviceConfigs')
    .values({
      serviceId: 'news',
      configName: 'commentDefaultPublishStatus',
      configVal: JSON.stringify(startsAs),
      updatedAt: '2026-11-21T04:43:00Z',
    })
    .execute();
  return app;
}

export const post = (app: TestApp, body: unknown, headers: Record<string, string> = {}, at = url) =>
  app.send('POST', at, { body, headers });

export async function guestOf(app: TestApp): Promise<{ cookie: string }> {
  const answer = await app.send('POST', '/api/guests');
  return { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' };
}

export const countsOf = ({ database }: TestApp, contentId = 'a-content') =>
  findThreadCounts(database.writer, 'news', contentId);

export const bodiesOf = ({ json }: Answer): string[] => json.items.map(({ body }: { body: string }) => body);
