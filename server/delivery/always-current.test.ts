import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adminCommentApi, CommentAction } from '#contract/admin-comments.ts';
import { adminPostApi } from '#contract/admin-posts.ts';
import { adminServiceApi } from '#contract/admin-services.ts';
import { ApiError, type Call } from '#contract/api-client.ts';
import { commentApi } from '#contract/comments.ts';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { voteApi } from '#contract/votes.ts';
import { type Config, loadConfig } from '#server/config.ts';
import { CommentChoices } from '#server/config-comments.ts';
import { toInstant } from '#server/platform/clock.ts';
import { givenCategory, givenService } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { type ListeningApp, listeningApp } from '#testing/listening-app.ts';

const SERVICES = ['news', 'other'] as const;
const SLUGS = ['one', 'two', 'three'] as const;
const CONTENTS = ['talk-of-one', 'talk-of-two'] as const;
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

type Write = (call: Call, now: Date) => Promise<unknown>;

const place = fc.record({ serviceId: fc.constantFrom(...SERVICES), idOrSlug: fc.constantFrom(...SLUGS) });
const content = fc.record({
  title: fc.constantFrom('A', 'B', '瓦版'),
  status: fc.constantFrom('publish', 'draft', 'unpublish'),
  minutes: fc.option(fc.integer({ min: -20, max: 30 }), { nil: null }),
  category: fc.constantFrom('', 'harbour'),
  tags: fc.subarray(['ink', 'paper']),
  isHiddenInList: fc.boolean(),
});

type Content = typeof content extends fc.Arbitrary<infer Value> ? Value : never;

const toBody = ({ minutes, tags, ...said }: Content, now: Date) => ({
  ...said,
  publishAt: minutes === null ? null : toInstant(new Date(now.getTime() + minutes * 60_000)),
  tags: tags.map((label) => ({ label })),
});

const look = fc.record({
  siteDescription: fc.constantFrom('', 'Ink on paper', null),
  siteLogoUrl: fc.constantFrom('', '/logo.svg', null),
  siteAccentColor: fc.constantFrom('', '#165e83', '#b3312c', null),
});

const talk = fc.record({ serviceId: fc.constantFrom(...SERVICES), contentId: fc.constantFrom(...CONTENTS) });

const talkWrites: fc.Arbitrary<Write> = fc.oneof(
  fc.tuple(talk, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 })).map(
    ([params, body]): Write =>
      (call) =>
        call(commentApi.create, { params, body: { body } }),
  ),
  fc.tuple(talk, fc.constantFrom('like', 'dislike')).map(
    ([params, type]): Write =>
      (call) =>
        call(voteApi.cast, { params, body: { type } }),
  ),
  talk.map(
    (params): Write =>
      (call) =>
        call(voteApi.takeBack, { params, query: {} }),
  ),
  fc.tuple(talk, fc.nat(9), fc.option(fc.constantFrom('Corrected', '訂正'), { nil: undefined })).map(
    ([params, index, body]): Write =>
      async (call) => {
        const own = await call(commentApi.own, { params });
        const { commentId = 'a' } = own[index % own.length] ?? {};
        const comment = { ...params, commentId };
        return body === undefined
          ? call(commentApi.delete, { params: comment })
          : call(commentApi.edit, { params: comment, body: { body } });
      },
  ),
  fc.tuple(fc.constantFrom(...SERVICES), fc.nat(9), fc.constantFrom(...CommentAction.options)).map(
    ([serviceId, index, action]): Write =>
      async (call) => {
        const { items } = await call(adminCommentApi.list, { params: { serviceId }, query: {} });
        const commentIds = [items[index % items.length]?.commentId ?? 'a'];
        return call(adminCommentApi.bulk, { params: { serviceId }, body: { commentIds, action } });
      },
  ),
);

const writes: fc.Arbitrary<Write> = fc.oneof(
  { weight: 5, arbitrary: talkWrites },
  {
    weight: 3,
    arbitrary: fc.tuple(place, content).map(
      ([{ serviceId, idOrSlug: slug }, said]): Write =>
        (call, now) => {
          const body = { ...toBody(said, now), slug, bodyFormat: 'markdown' as const };
          return call(adminPostApi.create, { params: { serviceId }, body });
        },
    ),
  },
  fc.tuple(place, content).map(
    ([params, said]): Write =>
      (call, now) =>
        call(adminPostApi.update, { params, body: toBody(said, now) }),
  ),
  fc.tuple(place, fc.constantFrom('publish', 'unpublish', 'reserve')).map(
    ([params, status]): Write =>
      (call) =>
        call(adminPostApi.setStatus, { params, body: { status } }),
  ),
  place.map(
    (params): Write =>
      (call) =>
        call(adminPostApi.delete, { params }),
  ),
  fc.record({ serviceId: fc.constantFrom(...SERVICES), slugs: fc.shuffledSubarray([...SLUGS]) }).map(
    ({ serviceId, slugs }): Write =>
      async (call) => {
        const find = (idOrSlug: string) => call(adminPostApi.find, { params: { serviceId, idOrSlug } });
        const found = await Promise.allSettled(slugs.map(find));
        const postIds = found.flatMap((post) => (post.status === 'fulfilled' ? [post.value.postId] : []));
        return call(adminPostGroupApi.update, { params: { serviceId, slug: 'series' }, body: { postIds } });
      },
  ),
  fc.record({ serviceId: fc.constantFrom(...SERVICES), label: fc.constantFrom('A', 'B', 'C') }).map(
    ({ serviceId, label }): Write =>
      (call) =>
        call(adminServiceApi.update, { params: { serviceId }, body: { label } }),
  ),
  fc.record({ serviceId: fc.constantFrom(...SERVICES), look }).map(
    ({ serviceId, look: configs }): Write =>
      (call) =>
        call(adminServiceApi.update, { params: { serviceId }, body: { configs } }),
  ),
);

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
    const app = await listeningApp({}, { config: await withoutLimits() });
    for (const serviceId of SERVICES) {
      await givenService(app, { serviceId, functions: ['post', 'comment'] });
      await givenCategory(app, { serviceId, slug: 'harbour' });
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
          for (const write of due) done += await isDone(write(call, app.clock.now()));
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
