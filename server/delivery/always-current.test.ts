import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adminServiceApi } from '#contract/admin-services.ts';
import { ApiError } from '#contract/api-client.ts';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { type Config, loadConfig } from '#server/config.ts';
import { CommentChoices } from '#server/config-comments.ts';
import { givenCategory, givenService } from '#testing/given.ts';
import { givenStoredFile } from '#testing/given-stored-file.ts';
import { givenUser } from '#testing/given-user.ts';
import { type ListeningApp, listeningApp } from '#testing/listening-app.ts';
import { CONTENTS, PICTURES, SERVICES, SLUGS, talkWrites, type Write, writes } from '#testing/random-writes.ts';
import { testStorage } from '#testing/storage.ts';

const TALK_ADDRESSES = SERVICES.flatMap((serviceId) =>
  CONTENTS.flatMap((contentId) => [
    `/api/comments/${serviceId}/${contentId}`,
    `/api/comments/${serviceId}/${contentId}?order=desc&count=2`,
    `/api/votes/${serviceId}/${contentId}`,
  ]),
);
const ADDRESSES = [
  ...TALK_ADDRESSES,
  '/api/services',
  '/api/config',
  '/sitemap.xml',
  '/sitemap-site.xml',
  '/posts/news/categories/harbour/atom.xml',
  '/posts/news/sitemap-pages.xml',
  ...SERVICES.flatMap((serviceId) => [
    `/api/services/${serviceId}`,
    `/api/posts/${serviceId}`,
    `/api/posts/${serviceId}?count=1&withBody=0`,
    `/api/posts/${serviceId}?category=harbour`,
    `/api/posts/${serviceId}?tag=ink`,
    `/api/categories/${serviceId}`,
    `/api/tags/${serviceId}`,
    `/api/posts/${serviceId}/groups`,
    `/api/posts/${serviceId}/groups/series`,
    `/api/posts/${serviceId}/search?q=a`,
    `/posts/${serviceId}/rss.xml`,
    `/posts/${serviceId}/groups/series/rss.xml`,
    `/posts/${serviceId}/tags/ink/feed.json`,
    `/posts/${serviceId}/sitemap-posts.xml`,
    `/posts/${serviceId}/sitemap-tags.xml`,
    ...SLUGS.map((slug) => `/api/posts/${serviceId}/${slug}`).flatMap((post) => [
      post,
      `${post}/adjacent`,
      `${post}/adjacent?group=series`,
    ]),
  ]),
];

const stepsOf = (write: fc.Arbitrary<Write>, addresses: readonly string[], minLength: number) =>
  fc.array(
    fc.record({
      writes: fc.array(write, { maxLength: 3 }),
      reads: fc.array(fc.constantFrom(...addresses), { maxLength: 12 }),
      passingMinutes: fc.constantFrom(0, 0, 0, 1, 7),
    }),
    { minLength, maxLength: 8 },
  );

test.each([
  ['anything', stepsOf(writes, ADDRESSES, 1), ADDRESSES, 6],
  ['comments and votes alone', stepsOf(talkWrites, TALK_ADDRESSES, 4), TALK_ADDRESSES, 12],
] as const)(
  'while %s is written and asked for at once, what readers then get is what the application says now',
  async (_what, steps, addresses, numRuns) => {
    // One for all runs: what earlier ones have left in its memory makes it harder.
    const storage = await testStorage();
    const app = await listeningApp({}, { config: await withoutLimits(), storage });
    for (const serviceId of SERVICES) {
      await givenService(app, { serviceId, functions: ['post', 'comment'] });
      await givenCategory(app, { serviceId, slug: 'harbour' });
      await givenStoredFile({ ...app, storage }, { serviceId, fileId: PICTURES[serviceId] });
    }
    const { call: arrange } = await givenUser(app, { role: 'admin', serviceIds: SERVICES });
    const configs = { commentDefaultPublishStatus: 'publish' } as const;
    await arrange(adminServiceApi.update, { params: { serviceId: 'news' }, body: { configs } });
    for (const serviceId of SERVICES) {
      const body = { slug: 'series', label: 'Series', postIds: [] };
      await arrange(adminPostGroupApi.create, { params: { serviceId }, body });
    }
    let done = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const { call } = await givenUser(app, { role: 'admin', serviceIds: SERVICES });
        for (const { writes: due, reads, passingMinutes } of given) {
          app.clock.moveTo(new Date(app.clock.now().getTime() + passingMinutes * 60_000).toISOString());
          const reading = Promise.all(reads.map((url) => app.ask(url)));
          for (const write of due) done += await isDone(write(call, app));
          // Others are still on their way while these are asked for.
          await expectCurrent(app, addresses);
          await reading;
          await expectCurrent(app, addresses);
        }
      }),
      { numRuns, endOnFailure: true },
    );
    expect(done).toBeGreaterThan(0);
  },
  120_000,
);

/** However much is said in one test, none of it is held back. */
async function withoutLimits(): Promise<Config> {
  const config = await loadConfig({}, '/nonexistent');
  const most = { reader: 100_000, address: 100_000 };
  const comments = CommentChoices.parse({ limits: { heldAfter: most, refusedAfter: most, votes: most } });
  return { ...config, site: { ...config.site, comments } };
}

/** Whether the write was taken; what is refused, as a slug that is taken, changes nothing. */
async function isDone(write: Promise<unknown>): Promise<number> {
  try {
    await write;
    return 1;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return 0;
    throw error;
  }
}

async function expectCurrent({ ask, askCold }: ListeningApp, addresses: readonly string[]): Promise<void> {
  // Whole addresses are of the host that was asked.
  const asked = { headers: { host: 'news.example' } };
  const [kept, cold] = await Promise.all([
    Promise.all(addresses.map((url) => ask(url, asked))),
    Promise.all(addresses.map((url) => askCold(url, asked))),
  ]);
  const said = (answers: typeof kept) =>
    answers.map(({ status, body }, index) => `${addresses[index]} ${status} ${body}`);
  expect(said(kept)).toEqual(said(cold));
}
