import fc from 'fast-check';
import { adminCategoryApi } from '#contract/admin-categories.ts';
import { adminCommentApi, CommentAction } from '#contract/admin-comments.ts';
import { adminFileApi } from '#contract/admin-files.ts';
import { adminPostApi } from '#contract/admin-posts.ts';
import { adminServiceApi } from '#contract/admin-services.ts';
import { adminTagApi } from '#contract/admin-tags.ts';
import type { Call } from '#contract/api-client.ts';
import { commentApi } from '#contract/comments.ts';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { voteApi } from '#contract/votes.ts';
import { toInstant } from '#server/platform/clock.ts';
import { createLog } from '#server/platform/log.ts';
import { tick } from '#server/publishing/schedule/ticker.ts';
import type { TestApp } from './app.ts';

export const SERVICES = ['news', 'other'] as const;
export const SLUGS = ['one', 'two', 'three'] as const;
export const CONTENTS = ['talk-of-one', 'talk-of-two'] as const;
export const PICTURES = { news: '01hzx3w7gg8hh9jj0kk2900001', other: '01hzx3w7gg8hh9jj0kk2900002' } as const;

export type Write = (call: Call, app: TestApp) => Promise<unknown>;

const service = fc.constantFrom(...SERVICES);
const place = fc.record({ serviceId: fc.constantFrom(...SERVICES), idOrSlug: fc.constantFrom(...SLUGS) });
const content = fc.record({
  title: fc.constantFrom('A', 'B', '瓦版'),
  status: fc.constantFrom('publish', 'draft', 'unpublish'),
  minutes: fc.option(fc.integer({ min: -20, max: 30 }), { nil: null }),
  category: fc.constantFrom('', 'harbour'),
  tags: fc.subarray(['ink', 'paper']),
  isHiddenInList: fc.boolean(),
  contentId: fc.constantFrom('', ...CONTENTS),
  hasPicture: fc.boolean(),
});

type Content = typeof content extends fc.Arbitrary<infer Value> ? Value : never;

const toBody = (
  serviceId: (typeof SERVICES)[number],
  { minutes, tags, hasPicture, ...content }: Content,
  now: Date,
) => ({
  ...content,
  publishAt: minutes === null ? null : toInstant(new Date(now.getTime() + minutes * 60_000)),
  tags: tags.map((label) => ({ label })),
  thumbnail: hasPicture ? { fileId: PICTURES[serviceId], mimeType: 'image/jpeg' } : null,
});

const look = fc.record({
  siteDescription: fc.constantFrom('', 'Ink on paper', null),
  siteLogoUrl: fc.constantFrom('', '/logo.svg', null),
  siteAccentColor: fc.constantFrom('', '#165e83', '#b3312c', null),
  siteLanguage: fc.constantFrom('en', 'ja', null),
  siteListLayout: fc.constantFrom('text', 'cards', 'magazine', null),
  siteFonts: fc.constantFrom('system', 'serif', 'sans', null),
  siteFooterLinks: fc.constantFrom('', 'Contact /about', null),
});

const thread = fc.record({ serviceId: fc.constantFrom(...SERVICES), contentId: fc.constantFrom(...CONTENTS) });

export const threadWrites: fc.Arbitrary<Write> = fc.oneof(
  fc.tuple(thread, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 })).map(
    ([params, body]): Write =>
      (call) =>
        call(commentApi.create, { params, body: { body } }),
  ),
  fc.tuple(thread, fc.constantFrom('like', 'dislike')).map(
    ([params, type]): Write =>
      (call) =>
        call(voteApi.cast, { params, body: { type } }),
  ),
  thread.map(
    (params): Write =>
      (call) =>
        call(voteApi.takeBack, { params, query: {} }),
  ),
  fc.tuple(thread, fc.nat(9), fc.option(fc.constantFrom('Corrected', '訂正'), { nil: undefined })).map(
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

/** Saves of single posts, which drop only the pages that show them. */
export const postWrites: fc.Arbitrary<Write> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(place, content).map(
      ([{ serviceId, idOrSlug: slug }, content]): Write =>
        (call, { clock }) => {
          const body = { ...toBody(serviceId, content, clock.now()), slug, bodyFormat: 'markdown' as const };
          return call(adminPostApi.create, { params: { serviceId }, body });
        },
    ),
  },
  fc.tuple(place, content).map(
    ([params, content]): Write =>
      (call, { clock }) =>
        call(adminPostApi.update, { params, body: toBody(params.serviceId, content, clock.now()) }),
  ),
  {
    weight: 2,
    arbitrary: fc.tuple(place, fc.constantFrom('', 'Ink', 'Paper'), fc.constantFrom('', 'harbour')).map(
      ([params, body, category]): Write =>
        (call) =>
          call(adminPostApi.update, { params, body: { body, category } }),
    ),
  },
  fc.tuple(place, fc.constantFrom('publish', 'unpublish', 'reserve')).map(
    ([params, status]): Write =>
      (call) =>
        call(adminPostApi.setStatus, { params, body: { status } }),
  ),
);

export const writes: fc.Arbitrary<Write> = fc.oneof(
  { weight: 5, arbitrary: threadWrites },
  { weight: 7, arbitrary: postWrites },
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
  fc.tuple(service, fc.constantFrom('harbour', 'pier'), fc.constantFrom('A', '港'), fc.nat(2)).map(
    ([serviceId, slug, label, position]): Write =>
      async (call) => {
        const tree = await call(adminCategoryApi.list, { params: { serviceId }, query: { withChildren: '1' } });
        const isThere = JSON.stringify(tree).includes(`"slug":"${slug}"`);
        if (!isThere) return call(adminCategoryApi.create, { params: { serviceId }, body: { slug, label } });
        const parentCategorySlug = slug === 'pier' && position > 1 ? 'harbour' : '';
        return call(adminCategoryApi.update, {
          params: { serviceId, slug },
          body: { label, position, parentCategorySlug },
        });
      },
  ),
  service.map(
    (serviceId): Write =>
      (call) =>
        call(adminCategoryApi.delete, { params: { serviceId, slug: 'pier' } }),
  ),
  fc.tuple(service, fc.nat(3), fc.constantFrom('ink', 'paper', '墨', 'merge', 'delete')).map(
    ([serviceId, index, what]): Write =>
      async (call) => {
        const tags = await call(adminTagApi.list, { params: { serviceId }, query: {} });
        const [tagId = 'a', into = 'b'] = [...tags.slice(index), ...tags].map((tag) => tag.tagId);
        const params = { serviceId, tagId };
        if (what === 'merge') return call(adminTagApi.merge, { params, body: { into } });
        if (what === 'delete') return call(adminTagApi.delete, { params });
        return call(adminTagApi.rename, { params, body: { label: what } });
      },
  ),
  fc.tuple(service, fc.constantFrom('', 'A stall', '屋台'), fc.constantFrom('say', 'say', 'remove', 'restore')).map(
    ([serviceId, alt, what]): Write =>
      (call) => {
        const params = { serviceId, fileId: PICTURES[serviceId] };
        if (what === 'remove') return call(adminFileApi.delete, { params, query: {} });
        if (what === 'restore') return call(adminFileApi.restore, { params });
        return call(adminFileApi.update, { params, body: { alt: { en: alt, ja: alt } } });
      },
  ),
  fc.constant<Write>((_call, app) => tick({ ...app, log: createLog('silent') })),
);
