import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { messages } from '#contract/errors.ts';
import { testApp } from '#testing/app.ts';
import { testDatabaseWithTarget } from '#testing/database.ts';
import { givenPost } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { connect } from './connect.ts';

test('read-only PostgreSQL returns 503 until it is writable', async ({ skip }) => {
  const { target } = await testDatabaseWithTarget();
  if (target.engine === 'sqlite') return skip('SQLite has tests of its own');
  const database = connect({ ...target, poolSize: 1 });
  onTestFinished(() => database.close());
  const app = await testApp({ database, expectsErrors: true });
  const { postId } = await givenPost(app, { serviceId: 'news' });
  const editor = await givenUser(app, { serviceIds: ['news'] });
  const save = () => editor.send('POST', `/api/admin/posts/news/${postId}`, { body: { title: 'After' } });
  const become = (mode: 'read only' | 'read write') =>
    sql`set session characteristics as transaction ${sql.raw(mode)}`.execute(database.writer);
  const readiness = () => {
    app.clock.moveTo(new Date(app.clock.now().getTime() + 6000).toISOString());
    return app.get('/readyz');
  };
  await become('read only');
  expect(await save()).toMatchObject({ status: 503, json: { message: messages.storageFailed } });
  expect(await readiness()).toMatchObject({ status: 503, json: { status: 'not ready', storage: 'read-only' } });
  await become('read write');
  expect((await readiness()).status).toBe(200);
  expect((await save()).status).toBe(200);
});
