import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommentAction } from '#contract/admin-comments.ts';
import { sweepComments } from '#server/comments/sweep/sweep-comments.ts';
import { loadConfig } from '#server/config.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenService } from '#testing/given.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';

type Step =
  | { readonly kind: 'post'; readonly content: number; readonly who: number; readonly text: number }
  | { readonly kind: 'post about'; readonly comment: number; readonly who: number; readonly text: number }
  | Own
  | { readonly kind: 'moderate'; readonly comments: readonly number[]; readonly action: CommentAction }
  | { readonly kind: 'status'; readonly comment: number; readonly publishStatus: string }
  | { readonly kind: 'delete'; readonly comment: number }
  | { readonly kind: 'restore'; readonly comment: number }
  | { readonly kind: 'sweep' }
  | { readonly kind: 'leave'; readonly member: number };
type Own =
  | { readonly kind: 'edit' | 'edit badly' | 'delete own'; readonly comment: number; readonly who: number }
  | { readonly kind: 'vote' | 'take back'; readonly comment: number; readonly who: number; readonly type: string };

const CONTENTS = ['content-a', 'content-b', 'content-c'];
const GUESTS = 3;
const MEMBERS = 2;
const READERS = GUESTS + MEMBERS;
const COMMENTS = 8;

const comment = fc.nat({ max: COMMENTS - 1 });
const who = fc.nat({ max: READERS - 1 });
const kinds = <Kind extends string>(...all: Kind[]) => fc.constantFrom(...all);
const type = fc.constantFrom('like', 'dislike');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: kinds('post'),
      content: fc.nat({ max: CONTENTS.length - 1 }),
      who,
      text: fc.nat({ max: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kinds('post about'), comment, who, text: fc.nat({ max: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: kinds('edit', 'edit badly', 'delete own'), comment, who }) },
  { weight: 5, arbitrary: fc.record({ kind: kinds('vote', 'vote', 'take back'), comment, who, type }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kinds('moderate'),
      comments: fc.uniqueArray(comment, { minLength: 1, maxLength: 5 }),
      action: fc.constantFrom<CommentAction>('publish', 'unpublish', 'unconfirm', 'delete', 'restore'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kinds('status'),
      comment,
      publishStatus: fc.constantFrom('publish', 'unpublish', 'unconfirm'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kinds('delete'), comment }) },
  { weight: 1, arbitrary: fc.record({ kind: kinds('restore'), comment }) },
  { weight: 1, arbitrary: fc.record({ kind: kinds('sweep') }) },
  { weight: 1, arbitrary: fc.record({ kind: kinds('leave'), member: fc.nat({ max: MEMBERS - 1 }) }) },
);
const day = fc.array(fc.array(step, { minLength: 1, maxLength: 10 }), { minLength: 2, maxLength: 5 });

test('counters and thread revisions are right after random concurrent actions', { tags: ['extended'] }, async () => {
  const app = await crowdedApp();
  let days = 0;
  await fc.assert(
    fc.asyncProperty(day, async (turns) => {
      days += 1;
      const room = await roomOf(app, `service-${days}`);
      for (const steps of turns) {
        const before = await seen(app, room);
        await Promise.all(steps.map((one) => take(app, room, one)));
        expect(await noted(app, room), JSON.stringify(steps)).toEqual(await counted(app, room));
        expectVersionRaised(before, await seen(app, room));
      }
    }),
    { numRuns: 15 },
  );
});

async function crowdedApp(): Promise<TestApp> {
  const config = await loadConfig({}, '/nonexistent');
  const many = { reader: 100_000, address: 100_000 };
  const limits = { windowMinutes: 10, heldAfter: many, refusedAfter: many, votes: { ...many, newReaders: 100_000 } };
  const comments = { ...config.site.comments, limits };
  return testApp({ config: { ...config, site: { ...config.site, comments } } });
}

interface Room {
  readonly serviceId: string;
  readonly editor: GivenUser;
  readonly admin: GivenUser;
  readonly members: readonly GivenUser[];
  readonly readers: readonly Record<string, string>[];
  readonly posted: { readonly commentId: string; readonly contentId: string }[];
}

async function roomOf(app: TestApp, serviceId: string): Promise<Room> {
  await givenService(app, { serviceId, functions: ['post', 'comment'] });
  const editor = await givenUser(app, { serviceIds: [serviceId] });
  const admin = await givenUser(app, { role: 'admin', serviceIds: [] });
  const published = { configName: 'commentDefaultPublishStatus', configVal: '"publish"' };
  await app.database.writer
    .insertInto('serviceConfigs')
    .values({ serviceId, ...published, updatedAt: '2026-11-21T04:43:00Z' })
    .execute();
  const readers: Record<string, string>[] = [];
  for (let guest = 0; guest < GUESTS; guest += 1) {
    const { headers } = await app.send('POST', '/api/guests');
    readers.push({ cookie: String(headers['set-cookie']).split(';')[0] ?? '' });
  }
  const members: GivenUser[] = [];
  for (let member = 0; member < MEMBERS; member += 1) {
    const user = await givenUser(app, { role: 'normal', serviceIds: [] });
    members.push(user);
    readers.push({ authorization: `Bearer ${user.accessToken}` });
  }
  const room = { serviceId, editor, admin, members, readers, posted: [] };
  // Initial comments, so that the first steps have targets.
  for (let text = 0; text < 4; text += 1)
    await take(app, room, { kind: 'post', content: text % 2, who: GUESTS + 1 - text, text });
  return room;
}

async function take(app: TestApp, room: Room, one: Step): Promise<void> {
  if (one.kind === 'sweep') return sweep(app);
  const { status, json } = await send(app, room, one);
  // Tokens of deleted members return 401.
  expect([200, 400, 401, 403, 404], JSON.stringify([one, json])).toContain(status);
  if (one.kind.startsWith('post') && status === 200) room.posted.push(json);
}

async function sweep({ database, clock }: TestApp): Promise<void> {
  await sweepComments({ database, clock, comments: { addressDays: 90, binDays: -1 } });
}

async function send(app: TestApp, room: Room, one: Exclude<Step, { kind: 'sweep' }>): ReturnType<TestApp['send']> {
  const { serviceId, editor } = room;
  if (one.kind === 'post' || one.kind === 'post about') {
    const body = { body: `Something ${one.text}` };
    // Comments about a comment use its id as content id.
    const contentId = one.kind === 'post' ? CONTENTS[one.content] : at(room, one.comment).commentId;
    const path = `/api/comments/${serviceId}/${contentId}`;
    return app.send('POST', path, { body, headers: room.readers[one.who] ?? {} });
  }
  if (one.kind === 'leave') {
    return room.admin.send('DELETE', `/api/admin/users/${room.members[one.member]?.username}`);
  }
  if (one.kind === 'moderate') {
    const commentIds = one.comments.map((index) => at(room, index).commentId);
    const body = { commentIds: [...new Set(commentIds)], action: one.action };
    return editor.send('POST', `/api/admin/comments/${serviceId}/bulk`, { body });
  }
  const ofEditors = `/api/admin/comments/${serviceId}/${at(room, one.comment).commentId}`;
  if (one.kind === 'delete') return editor.send('DELETE', ofEditors);
  if (one.kind === 'restore') return editor.send('POST', `${ofEditors}/restore`);
  if (one.kind === 'status') {
    return editor.send('POST', `${ofEditors}/status`, { body: { publishStatus: one.publishStatus } });
  }
  return sendAsReader(app, room, one);
}

async function sendAsReader(app: TestApp, room: Room, one: Own): ReturnType<TestApp['send']> {
  const { serviceId, readers } = room;
  const { commentId, contentId } = at(room, one.comment);
  const headers = readers[one.who] ?? {};
  const votes = `/api/votes/${serviceId}/${commentId}`;
  if (one.kind === 'vote') return app.send('POST', votes, { body: { type: one.type }, headers });
  if (one.kind === 'take back') return app.send('DELETE', `${votes}?type=${one.type}`, { headers });
  const own = `/api/comments/${serviceId}/${contentId}/${commentId}`;
  if (one.kind === 'delete own') return app.send('DELETE', own, { headers });
  const links = 'https://a.example https://b.example https://c.example';
  return app.send('PUT', own, { body: { body: one.kind === 'edit' ? 'Something else' : links }, headers });
}

function at({ posted }: Room, index: number): { commentId: string; contentId: string } {
  const found = posted[index % posted.length];
  if (!found) throw new Error('No comment yet');
  return found;
}

async function seen({ get, database }: TestApp, { serviceId }: Room) {
  const threads = await database.writer.selectFrom('talks').selectAll().where('serviceId', '=', serviceId).execute();
  const of = async (contentId: string) => {
    const { items, meta } = (await get(`/api/comments/${serviceId}/${contentId}?count=50`)).json;
    const ids = items.map(({ commentId }: { commentId: string }) => commentId).join(',');
    const votes = ids && (await get(`/api/votes/${serviceId}?contentIds=${ids}`)).json;
    const revision = threads.find((thread) => thread.contentId === contentId)?.revision ?? 0;
    return { text: JSON.stringify([items, meta, votes]), revision };
  };
  return Promise.all(CONTENTS.map(of));
}

function expectVersionRaised(before: Awaited<ReturnType<typeof seen>>, after: Awaited<ReturnType<typeof seen>>): void {
  for (const [index, { text, revision }] of after.entries()) {
    if (text !== before[index]?.text) expect(revision).toBeGreaterThan(before[index]?.revision ?? 0);
  }
}

const countsOf = (row: { publishCount: number; unpublishCount: number; unconfirmCount: number }) => ({
  ...{ publish: row.publishCount, unpublish: row.unpublishCount, unconfirm: row.unconfirmCount },
});

async function noted({ database: { writer } }: TestApp, { serviceId, posted }: Room) {
  const threads = await writer.selectFrom('talks').selectAll().where('serviceId', '=', serviceId).execute();
  const total = await writer
    .selectFrom('commentTotals')
    .selectAll()
    .where('serviceId', '=', serviceId)
    .executeTakeFirstOrThrow();
  const votes = await writer.selectFrom('voteCounts').selectAll().where('serviceId', '=', serviceId).execute();
  const voted = await writer
    .selectFrom('voteTotals')
    .select('voteCount')
    .where('serviceId', '=', serviceId)
    .executeTakeFirst();
  const commentedContents = new Set(posted.map(({ contentId }) => contentId));
  const ofContents = threads.filter(({ contentId }) => commentedContents.has(contentId));
  return {
    contents: Object.fromEntries(ofContents.map((thread) => [thread.contentId, countsOf(thread)])),
    total: countsOf(total),
    votes: votes.map(({ contentId, voteType, voteCount }) => `${contentId} ${voteType} ${voteCount}`).sort(),
    voteTotal: voted?.voteCount ?? 0,
  };
}

async function counted({ database: { writer } }: TestApp, { serviceId, posted }: Room) {
  const comments = await writer.selectFrom('comments').selectAll().where('serviceId', '=', serviceId).execute();
  const votes = await writer.selectFrom('votes').selectAll().where('serviceId', '=', serviceId).execute();
  const count = (contentId?: string) => {
    const counts = { publish: 0, unpublish: 0, unconfirm: 0 };
    for (const one of comments) {
      const isMeant = one.isDeleted === 0 && (contentId === undefined || one.contentId === contentId);
      if (isMeant) counts[one.publishStatus as keyof typeof counts] += 1;
    }
    return counts;
  };
  const commentedContents = new Set(posted.map(({ contentId }) => contentId));
  const named = votes.map(({ contentId, voteType }) => `${contentId} ${voteType}`);
  return {
    contents: Object.fromEntries([...commentedContents].map((contentId) => [contentId, count(contentId)])),
    total: count(),
    votes: [...new Set(named)].map((name) => `${name} ${named.filter((each) => each === name).length}`).sort(),
    voteTotal: votes.length,
  };
}
