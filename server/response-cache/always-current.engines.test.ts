/** @module-tag extended */
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { adminServiceApi } from '#contract/admin-services.ts';
import { ApiError } from '#contract/api-client.ts';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { buildDir } from '#server/building/web-build.ts';
import { CommentChoices } from '#server/config/comments.ts';
import { type Config, loadConfig } from '#server/config.ts';
import { type WebBuild, webApp } from '#server/web-host.ts';
import { builtWeb } from '#testing/built-web.ts';
import { givenCategory, givenService } from '#testing/given.ts';
import { givenStoredFile } from '#testing/given-stored-file.ts';
import { givenUser } from '#testing/given-user.ts';
import {
  CONTENTS,
  PICTURES,
  postWrites,
  SERVICES,
  SLUGS,
  threadWrites,
  type Write,
  writes,
} from '#testing/random-writes.ts';
import { testStorage } from '#testing/storage.ts';
import { startThreeServers, type TestServer } from '#testing/three-servers.ts';

const THREAD_ADDRESSES = SERVICES.flatMap((serviceId) =>
  CONTENTS.flatMap((contentId) => [
    `/api/comments/${serviceId}/${contentId}`,
    `/api/comments/${serviceId}/${contentId}?order=desc&count=2`,
    `/api/votes/${serviceId}/${contentId}`,
  ]),
);
const ADDRESSES = [
  ...THREAD_ADDRESSES,
  '/api/services',
  '/api/config',
  '/sitemap.xml',
  '/sitemap-site.xml',
  '/llms.txt',
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
      `${post}/related`,
    ]),
  ]),
];

const PAGES = [
  ...['/', '/about', '/services', '/site.webmanifest'],
  ...SERVICES.flatMap((serviceId) =>
    [
      ...[
        '',
        '/tags',
        '/groups',
        '/search?q=a',
        '/categories/harbour',
        '/categories/pier',
        '/tags/ink',
        '/groups/series',
      ],
      ...SLUGS.flatMap((slug) => [`/${slug}`, `/${slug}?order=desc`]),
    ].map((page) => `/posts/${serviceId}${page}`),
  ),
];

type Question = readonly [address: string, language: string];

const inEnglish = (addresses: readonly string[]): Question[] => addresses.map((address) => [address, 'en']);
const CALLS = inEnglish(ADDRESSES);
const THREAD_CALLS = inEnglish(THREAD_ADDRESSES);
const PAGES_IN_BOTH = PAGES.flatMap((page) => [[page, 'en'] as const, [page, 'ja'] as const]);
const THREAD_PAGES = PAGES_IN_BOTH.filter(([page]) => /(?:one|two|three)(?:\?|$)/.test(page));

const stepsOf = (
  write: fc.Arbitrary<Write>,
  calls: readonly Question[],
  pages: readonly Question[],
  minLength: number,
) =>
  fc.array(
    fc.record({
      at: fc.nat(2),
      writes: fc.array(write, { maxLength: 3 }),
      calls: fc.array(fc.constantFrom(...calls), { maxLength: 12 }),
      pages: fc.array(fc.constantFrom(...pages), { maxLength: 3 }),
      passingMinutes: fc.constantFrom(0, 0, 0, 1, 7),
    }),
    { minLength, maxLength: 8 },
  );

let build: WebBuild;

beforeAll(async () => {
  build = await builtWeb();
});

test.each([
  ['anything', stepsOf(writes, CALLS, PAGES_IN_BOTH, 1), CALLS, PAGES_IN_BOTH, 4],
  ['posts alone', stepsOf(postWrites, CALLS, PAGES_IN_BOTH, 4), CALLS, PAGES_IN_BOTH, 4],
  ['comments and votes alone', stepsOf(threadWrites, THREAD_CALLS, THREAD_PAGES, 4), THREAD_CALLS, THREAD_PAGES, 4],
] as const)(
  'concurrent reads and writes of %s leave no stale responses',
  async (_what, steps, allCalls, allPages, numRuns) => {
    // All runs share the caches, so that earlier entries make the test harder.
    const members = await givenMembers();
    let done = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const { accessToken } = await givenUser(members[0], { role: 'admin', serviceIds: SERVICES });
        for (const { at, writes: due, calls, pages, passingMinutes } of given) {
          const writer = members[at] as TestServer;
          const others = members.filter((member) => member !== writer);
          const { clock } = writer;
          clock.moveTo(new Date(clock.now().getTime() + passingMinutes * 60_000).toISOString());
          // Another process may have written last.
          await writer.catchUp();
          await Promise.all(members.map((member) => askAll(member, pages)));
          const reading = Promise.all(members.map((member) => askAll(member, calls)));
          for (const write of due) done += await isDone(write(writer.callWith(accessToken), writer));
          // Other requests are still in progress.
          await expectCurrent([writer], [...allCalls, ...pages]);
          await reading;
          await expectCurrent([writer], [...allCalls, ...pages]);
          for (const other of others) await other.catchUp();
          await expectCurrent(others, [...calls, ...pages]);
        }
      }),
      { numRuns, endOnFailure: true },
    );
    await expectCurrent(members, [...allCalls, ...allPages]);
    expect(done).toBeGreaterThan(0);
  },
  180_000,
);

async function givenMembers() {
  const storage = await testStorage();
  const clientDir = join(buildDir, 'client');
  const web = webApp({ build, mode: 'production', clientDir, publicUrl: undefined });
  const members = await startThreeServers({}, { config: await withoutLimits(), storage, web });
  const [app] = members;
  for (const serviceId of SERVICES) {
    await givenService(app, { serviceId, functions: ['post', 'comment'] });
    await givenCategory(app, { serviceId, slug: 'harbour' });
    await givenStoredFile({ ...app, storage }, { serviceId, fileId: PICTURES[serviceId] });
  }
  const { call } = await givenUser(app, { role: 'admin', serviceIds: SERVICES });
  const configs = { commentDefaultPublishStatus: 'publish' } as const;
  await call(adminServiceApi.update, { params: { serviceId: 'news' }, body: { configs } });
  for (const serviceId of SERVICES) {
    const postIds: string[] = [];
    for (const [index, slug] of SLUGS.entries()) {
      const contentId = CONTENTS[index % CONTENTS.length] ?? '';
      const post = { slug, title: slug, contentId, status: 'publish', bodyFormat: 'markdown' } as const;
      postIds.push((await call(adminPostApi.create, { params: { serviceId }, body: post })).postId);
    }
    const body = { slug: 'series', label: 'Series', postIds };
    await call(adminPostGroupApi.create, { params: { serviceId }, body });
  }
  return members;
}

async function withoutLimits(): Promise<Config> {
  const config = await loadConfig({}, '/nonexistent');
  const most = { reader: 100_000, address: 100_000 };
  const comments = CommentChoices.parse({ limits: { heldAfter: most, refusedAfter: most, votes: most } });
  return { ...config, site: { ...config.site, comments } };
}

async function isDone(write: Promise<unknown>): Promise<number> {
  try {
    await write;
    return 1;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return 0;
    throw error;
  }
}

// Absolute URLs contain the requested host.
const asking = (language: string) => ({ headers: { host: 'news.example', 'accept-language': language } });

const askAll = ({ ask }: TestServer, questions: readonly Question[]) =>
  Promise.all(questions.map(([url, language]) => ask(url, asking(language))));

/** More concurrent requests would be rejected by the queue limit. */
const MAX_CONCURRENT = 8;

async function expectCurrent(members: readonly TestServer[], questions: readonly Question[]): Promise<void> {
  const [{ requestUncached }] = members as [TestServer];
  for (let start = 0; start < questions.length; start += MAX_CONCURRENT) {
    const requested = questions.slice(start, start + MAX_CONCURRENT);
    const [cold, ...cached] = await Promise.all([
      Promise.all(requested.map(([url, language]) => requestUncached(url, asking(language)))),
      ...members.map((member) => askAll(member, requested)),
    ]);
    const stated = (answers: typeof cold) =>
      answers.map(({ status, body }, index) => `${requested[index]} ${status} ${body}`);
    expect(stated(cold.filter(({ status }) => status >= 500))).toEqual([]);
    for (const answers of cached) expect(stated(answers)).toEqual(stated(cold));
  }
}
