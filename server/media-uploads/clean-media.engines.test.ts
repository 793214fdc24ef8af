import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { givenPost } from '#testing/given.ts';
import { givenUpload } from '#testing/given-upload.ts';
import type { MediaApp } from '#testing/media-app.ts';
import { givenApp, NOTHING, params } from './clean-media.fixtures.ts';

async function isWaitingForLock({ database }: MediaApp): Promise<boolean> {
  const { rows } = await sql<object>`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database.reader);
  return rows.length > 0;
}

test('keeps an unused file that a concurrent save uses', async ({ skip }) => {
  const { app, editor, clean } = await givenApp();
  if (app.database.engine !== 'postgres') skip();
  const { fileId } = await givenUpload(app, { editor, isKept: false });
  const { postId } = await givenPost(app);
  app.clock.moveTo('2026-11-23T04:43:00Z');
  const { cleaned } = await app.database.writer.transaction().execute(async (trx) => {
    const use = { ...params, fileId, postId, place: 'draft' };
    await trx.insertInto('fileUses').values(use).execute();
    const cleaning = clean();
    await expect.poll(() => isWaitingForLock(app)).toBe(true);
    return { cleaned: cleaning };
  });
  expect(await cleaned).toEqual(NOTHING);
  const file = app.database.writer.selectFrom('files').selectAll().where('fileId', '=', fileId);
  expect(await file.executeTakeFirst()).toMatchObject({ status: 'reserved', isWithdrawn: 0 });
});

test('deletes more than one batch, also with concurrent cleaners', async () => {
  const { app, clean, fileIds, reserve } = await givenApp();
  const { fileId } = await reserve();
  await app.database.writer.deleteFrom('fileUploads').execute();
  const files = app.database.writer.selectFrom('files').selectAll().where('fileId', '=', fileId);
  const file = await files.executeTakeFirstOrThrow();
  const others = Array.from({ length: 179 }, (_, at) => ({ ...file, fileId: `other-${at}` }));
  for (const other of others) await app.database.writer.insertInto('files').values(other).execute();
  app.clock.moveTo('2026-11-23T04:43:00Z');
  const cleaned = await Promise.all([clean(), clean()]);
  expect(cleaned.map(({ reservedFiles }) => reservedFiles).reduce((sum, count) => sum + count)).toBe(180);
  expect(await fileIds()).toEqual([]);
});
