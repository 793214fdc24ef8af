import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { translationApi } from '#contract/translations.ts';
import { builtWeb } from '#testing/built-web.ts';
import { givenService } from '#testing/given.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { type ListeningApp, listeningApp } from '#testing/listening-app.ts';
import { readXml } from '#testing/read-by-programs.ts';
import { buildDir } from '../building/web-build.ts';
import { loadConfig } from '../config.ts';
import { type WebBuild, webApp } from '../web-host.ts';

const ORIGIN = 'https://example.com';

let build: WebBuild;

beforeAll(async () => {
  build = await builtWeb();
});

interface GivenPost {
  readonly slug: string;
  readonly language: string;
  readonly serviceId?: string;
  readonly status?: string;
  readonly isHiddenInList?: boolean;
}

async function create({ call }: GivenUser, { serviceId = 'news', status = 'publish', ...post }: GivenPost) {
  const body = { ...post, status, title: `Title of ${post.slug}`, bodyFormat: 'markdown' as const, body: 'Text' };
  return call(adminPostApi.create, { params: { serviceId }, body });
}

/** Links posts to the first of them, which is their original. */
async function link(editor: GivenUser, [original, ...others]: readonly GivenPost[]): Promise<void> {
  if (!original) return;
  const { postId: originalId } = await create(editor, original);
  const { serviceId = 'news', slug } = original;
  for (const other of others) {
    const { postId } = await create(editor, other);
    const body = { serviceId: other.serviceId ?? 'news', postId, originalId };
    await editor.call(translationApi.link, { params: { serviceId, idOrSlug: slug }, body });
  }
}

async function givenPairs(): Promise<{ app: ListeningApp; editor: GivenUser }> {
  const config = await loadConfig({ PUBLIC_URL: ORIGIN }, '/nonexistent');
  const { publicUrl, trustProxy } = config;
  const web = webApp({ build, mode: 'production', clientDir: join(buildDir, 'client'), publicUrl });
  const app = await listeningApp({ publicUrl, trustProxy }, { config, web });
  for (const serviceId of ['news', 'intl']) await givenService(app, { serviceId });
  const editor = await givenUser(app, { serviceIds: ['news', 'intl'] });
  await link(editor, [
    { slug: 'ink', language: 'en' },
    { slug: 'sumi', language: 'ja' },
    { slug: 'encre', language: 'fr', serviceId: 'intl' },
  ]);
  await link(editor, [
    { slug: 'papier', language: 'de' },
    { slug: 'kami', language: 'ja', serviceId: 'intl' },
    { slug: 'draft', language: 'en', status: 'draft' },
    { slug: 'hidden', language: 'zh-Hant', isHiddenInList: true },
  ]);
  await create(editor, { slug: 'alone', language: 'en' });
  return { app, editor };
}

type Alternates = Readonly<Record<string, string>>;

const toRecord = (found: Iterable<readonly (string | undefined)[]>): Alternates =>
  Object.fromEntries([...found].map(([, language, url]) => [language, url]));

async function crawl(app: ListeningApp, address: string) {
  const path = address.replace(ORIGIN, '');
  const { status, headers, body } = await app.ask(path, { headers: { host: 'example.com' } });
  expect([address, status]).toEqual([address, 200]);
  const links = [...body.matchAll(/<link rel="alternate" hrefLang="([^"]*)" href="([^"]*)"/gi)];
  const sent = [...String(headers.link ?? '').matchAll(/<([^>]*)>; rel="alternate"; hreflang="([^"]*)"/g)];
  const json = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(body)?.[1] ?? '{"@graph":[{}]}';
  return {
    body,
    inPage: toRecord(links),
    inHeader: toRecord(sent.map(([all, url, language]) => [all, language, url])),
    described: JSON.parse(json)['@graph'][0],
  };
}

async function inSitemaps(app: ListeningApp): Promise<Map<string, Alternates>> {
  const pages = new Map<string, Alternates>();
  for (const serviceId of ['news', 'intl']) {
    const { body } = await app.ask(`/posts/${serviceId}/sitemap-posts.xml`, { headers: { host: 'example.com' } });
    for (const { loc, 'xhtml:link': links = [] } of readXml(body).urlset.url) {
      const all = [links].flat() as Record<'@hreflang' | '@href', string>[];
      pages.set(loc, Object.fromEntries(all.map((each) => [each['@hreflang'], each['@href']])));
    }
  }
  return pages;
}

const ink = {
  en: `${ORIGIN}/posts/news/ink`,
  fr: `${ORIGIN}/posts/intl/encre`,
  ja: `${ORIGIN}/posts/news/sumi`,
  'x-default': `${ORIGIN}/posts/news/ink`,
};
const paper = {
  de: `${ORIGIN}/posts/news/papier`,
  ja: `${ORIGIN}/posts/intl/kami`,
  'x-default': `${ORIGIN}/posts/news/papier`,
};

test('pages, headers and sitemaps agree on all languages of a post', async () => {
  const { app } = await givenPairs();
  const listed = await inSitemaps(app);
  const expected = new Map<string, Alternates>([
    ...Object.values(ink).map((url) => [url, ink] as const),
    ...Object.values(paper).map((url) => [url, paper] as const),
  ]);
  expect([...listed.keys()].toSorted()).toEqual([...expected.keys(), `${ORIGIN}/posts/news/alone`].toSorted());
  for (const [address, alternates] of listed) {
    const { inPage, inHeader } = await crawl(app, address);
    const all = expected.get(address) ?? {};
    expect(inPage, address).toEqual(all);
    expect(inHeader, address).toEqual(all);
    expect(alternates, address).toEqual(expected.has(address) ? all : { en: address });
  }
});

test('hidden post links to its translations without hreflang', async () => {
  const { app } = await givenPairs();
  const { body, inPage, inHeader } = await crawl(app, `${ORIGIN}/posts/news/hidden`);
  expect([inPage, inHeader]).toEqual([{}, {}]);
  expect(body).toContain('<a lang="de" hrefLang="de" href="/posts/news/papier"');
});

test('structured data names original and translations', async () => {
  const { app } = await givenPairs();
  const { described: original } = await crawl(app, ink.en);
  expect(original.inLanguage).toBe('en');
  expect(original.workTranslation).toMatchObject([{ url: ink.fr, inLanguage: 'fr' }, { url: ink.ja }]);
  expect(original).not.toHaveProperty('translationOfWork');
  const { described: translation } = await crawl(app, ink.fr);
  expect(translation).toMatchObject({ inLanguage: 'fr', translationOfWork: { url: ink.en, inLanguage: 'en' } });
  expect(translation).not.toHaveProperty('workTranslation');
});

test('unpublishing a translation removes it from the pages of the others at once', async () => {
  const { app, editor } = await givenPairs();
  expect((await crawl(app, paper.de)).inPage).toEqual(paper);
  const params = { serviceId: 'intl', idOrSlug: 'kami' };
  await editor.call(adminPostApi.setStatus, { params, body: { status: 'unpublish' } });
  const { inPage, inHeader, body } = await crawl(app, paper.de);
  expect([inPage, inHeader]).toEqual([{}, {}]);
  expect(body).not.toContain('/posts/intl/kami');
});
