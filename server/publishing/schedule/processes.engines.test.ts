/** @module-tag extended */
import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { type ClockedProcess, startClockedProduct, startTickProcess } from '#testing/clocked-product.ts';
import { testDatabaseWithTarget } from '#testing/database.ts';
import { givenPost } from '#testing/given.ts';
import { givenReservedPosts } from '#testing/given-reserved-posts.ts';

const DUE = '2026-11-21T05:00:00Z';
const TIMEOUT = { timeout: 90_000, interval: 100 };
const TEST_MS = 180_000;

const ADDRESSES = [
  '/api/posts/news',
  '/api/posts/news?category=harbour',
  '/api/posts/news?tag=ink',
  '/api/posts/news/soon',
  '/api/posts/news/live',
];

const postsLoggedBy = (processes: readonly ClockedProcess[]) =>
  processes
    .flatMap(({ logged }) => logged())
    .filter(({ msg }) => String(msg).startsWith('post published'))
    .map(({ postId }) => String(postId));

test.for([2, 3, 4])('%i processes on one PostgreSQL record each due post once', { timeout: TEST_MS }, async (count) => {
  const { database, target } = await testDatabaseWithTarget();
  // SQLite allows one server process only.
  if (target.engine === 'sqlite') return;
  const ids: string[] = [];
  for (const serviceId of ['one', 'two', 'three']) {
    ids.push(...(await givenReservedPosts({ database }, { serviceId, effectiveAt: DUE, count: 150 })));
  }
  const processes = await Promise.all(Array.from({ length: count }, () => startTickProcess(target)));
  for (const { send } of processes) send(DUE);
  expect(await Promise.all(processes.map(({ exit }) => exit))).toEqual(Array(count).fill([0, null]));
  expect(postsLoggedBy(processes).toSorted()).toEqual(ids.toSorted());
  const left = await database.reader.selectFrom('posts').select('postId').where('status', '!=', 'published').execute();
  expect(left).toEqual([]);
});

test('killed process delays no publication, next start catches up', {
  timeout: TEST_MS,
}, async () => {
  const { database, target } = await testDatabaseWithTarget();
  await givenPost({ database }, { slug: 'live', category: 'harbour' });
  const soon = await givenPost(
    { database },
    { slug: 'soon', category: 'harbour', tags: ['ink'], publishAt: new Date('2026-11-21T04:52:00Z') },
  );
  // Reference application on the same rows; it keeps running and its schedule never ticks.
  const unhurried = await testApp({ database });
  const expectAsSeenFrom = async (url: string, instant: string) => {
    unhurried.clock.moveTo(instant);
    for (const address of ADDRESSES) {
      const wanted = await unhurried.get(address);
      const answer = await fetch(`${url}${address}`);
      expect([address, answer.status, await answer.json()]).toEqual([address, wanted.status, wanted.json]);
    }
    return (await unhurried.get('/api/posts/news/soon')).status;
  };
  const first = await startClockedProduct(target, '2026-11-21T04:43:00Z');
  expect(await expectAsSeenFrom(first.url, '2026-11-21T04:43:00Z')).toBe(404);
  await first.moveTo('2026-11-21T04:59:59Z');
  expect(await expectAsSeenFrom(first.url, '2026-11-21T04:59:59Z')).toBe(404);
  first.child.kill('SIGKILL');
  await first.exit;

  const second = await startClockedProduct(target, '2026-11-21T05:23:00Z');
  expect(await expectAsSeenFrom(second.url, '2026-11-21T05:23:00Z')).toBe(200);
  await expect.poll(() => postsLoggedBy([second]), TIMEOUT).toEqual([soon.postId]);
  expect(second.logged()).toContainEqual(
    expect.objectContaining({ level: 'warn', postId: soon.postId, effectiveAt: DUE, lateSeconds: 1380 }),
  );
  expect(await expectAsSeenFrom(second.url, '2026-11-21T05:23:00Z')).toBe(200);
  await expect
    .poll(async () => (await fetch(`${second.url}/readyz`)).json(), TIMEOUT)
    .toEqual({ status: 'ready', clock: 'on time' });
  second.child.stdin?.end();
  expect(await second.exit).toEqual([0, null]);
});

test('tick killed midway is completed by the next process', {
  timeout: TEST_MS,
}, async () => {
  const { database, target } = await testDatabaseWithTarget();
  const services = ['one', 'two', 'three', 'four'];
  for (const serviceId of services) {
    await givenReservedPosts({ database }, { serviceId, effectiveAt: DUE, count: 150 });
  }
  const countRecorded = async () => {
    const { length } = await database.reader
      .selectFrom('posts')
      .select('postId')
      .where('status', '=', 'published')
      .execute();
    return length;
  };
  const killed = await startTickProcess(target);
  killed.child.stdout?.once('data', () => killed.child.kill('SIGKILL'));
  killed.send(DUE);
  await killed.exit;
  const recorded = await countRecorded();
  expect(recorded).toBeGreaterThan(0);

  const app = await testApp({ database });
  app.clock.moveTo(DUE);
  for (const serviceId of services) {
    expect((await app.get(`/api/posts/${serviceId}?count=50`)).json.items).toHaveLength(50);
  }
  const next = await startTickProcess(target);
  next.send(DUE);
  await next.exit;
  expect(postsLoggedBy([next])).toHaveLength(600 - recorded);
  expect(await countRecorded()).toBe(600);
});
