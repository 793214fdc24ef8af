import { expect, test } from 'vitest';
import { z } from 'zod';
import { givenService } from '#testing/given.ts';
import type { Client } from './client.ts';
import { expectHttpError, expectShape } from './expectations.ts';
import { openTestSite } from './test-site.ts';

const VoteRow = z.looseObject({
  serviceId: z.literal('talk'),
  contentId: z.string().regex(/^[0-9a-z_-]{4,36}$/),
  voteType: z.string(),
  voteCount: z.int().min(1),
  updatedAt: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/),
});
const VoteRows = z.array(VoteRow);
const VotePage = z.looseObject({ items: VoteRows, totalCount: z.int() });

async function serviceWithComments() {
  const room = await openTestSite();
  await givenService(room.app, { serviceId: 'talk', functions: ['post', 'comment'] });
  return room;
}

async function numberOf(reader: Client, contentId: string, type: string): Promise<number> {
  const rows = expectShape(await reader.get(`votes/talk/${contentId}`), VoteRows);
  return rows.find(({ voteType }) => voteType === type)?.voteCount ?? 0;
}

test('POST votes/{service}/{contentId} returns the counts of the content', async () => {
  const { reader, as } = await serviceWithComments();
  const rows = expectShape(await reader.post('votes/talk/a-post', { type: 'like', metaInfo: { x: 1 } }), VoteRows);
  expect(rows).toMatchObject([{ contentId: 'a-post', voteType: 'like', voteCount: 1 }]);
  const other = await as('normal', []);
  expectShape(await other.post('votes/talk/a-post', { type: 'dislike' }), VoteRows);
  expect([await numberOf(reader, 'a-post', 'like'), await numberOf(reader, 'a-post', 'dislike')]).toEqual([1, 1]);
});

test('type defaults to like and is trimmed; others are rejected', async () => {
  const { reader } = await serviceWithComments();
  expectShape(await reader.post('votes/talk/a-post', {}), VoteRows);
  expectShape(await reader.post('votes/talk/a-post'), VoteRows);
  expectShape(await reader.post('votes/talk/a-post', { type: ' like ' }), VoteRows);
  expect(await numberOf(reader, 'a-post', 'like')).toBe(1);
  for (const type of ['', ' ', 'love', 'Like', '__proto__']) {
    expectHttpError(await reader.post('votes/talk/a-post', { type }), 400, 'Type is invalid');
  }
});

test('vote is idempotent, replaceable and removable', async () => {
  const { as, reader } = await serviceWithComments();
  const voter = await as('normal', []);
  const first = expectShape(await voter.post('votes/talk/a-post', { type: 'like' }), VoteRows);
  expect(expectShape(await voter.post('votes/talk/a-post', { type: 'like' }), VoteRows)).toEqual(first);
  const other = expectShape(await voter.post('votes/talk/a-post', { type: 'dislike' }), VoteRows);
  expect(other).toMatchObject([{ voteType: 'dislike', voteCount: 1 }]);
  expect(expectShape(await voter.delete('votes/talk/a-post?type=like'), VoteRows)).toEqual(other);
  expect(expectShape(await voter.delete('votes/talk/a-post?type=dislike'), VoteRows)).toEqual([]);
  expect(await numberOf(reader, 'a-post', 'dislike')).toBe(0);
});

test('GET votes/{service} returns a page, or an array for contentIds', async () => {
  const { reader, as } = await serviceWithComments();
  const voter = await as('normal', []);
  for (const contentId of ['aaaa', 'bb_b', 'c-cc']) await voter.post(`votes/talk/${contentId}`, { type: 'like' });
  await reader.post('votes/talk/aaaa', { type: 'like' });
  const page = expectShape(await reader.get('votes/talk'), VotePage);
  expect([page.items.length, page.totalCount]).toEqual([3, 4]);
  const rows = expectShape(await reader.get('votes/talk', { contentIds: 'aaaa,c-cc,none' }), VoteRows);
  expect(rows.map(({ contentId, voteCount }) => [contentId, voteCount])).toEqual([
    ['aaaa', 2],
    ['c-cc', 1],
  ]);
  expect(expectShape(await reader.get('votes/talk', { contentIds: 'none' }), VoteRows)).toEqual([]);
});

test('content id format is validated for votes', async () => {
  const { reader } = await serviceWithComments();
  expectShape(await reader.post(`votes/talk/${'a'.repeat(36)}`, {}), VoteRows);
  for (const contentId of ['abc', 'a'.repeat(37), 'Aaaa', 'a.aa']) {
    expect((await reader.post(`votes/talk/${contentId}`, {})).status, contentId).toBe(400);
  }
});

test('service without comments accepts no votes', async () => {
  const { app, reader } = await openTestSite();
  await givenService(app, { serviceId: 'news' });
  expectHttpError(await reader.post('votes/news/a-post', { type: 'like' }), 400, 'Service is unavailable');
  expect(expectShape(await reader.get('votes/news/a-post'), VoteRows)).toEqual([]);
  expect(expectShape(await reader.get('votes/news'), VotePage)).toMatchObject({ items: [], totalCount: 0 });
  expectHttpError(await reader.get('votes/nowhere/a-post'), 404, 'ServiceId does not exist');
});
