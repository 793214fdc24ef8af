import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testClock } from '#testing/clock.ts';
import { openScratch } from './open-media.ts';

test('start deletes old temporary files, keeps recent ones', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kawaraban-scratch-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const clock = testClock('2026-11-21T04:43:00Z');
  const folder = await openScratch({ dataDir }, { clock });
  expect(folder).toBe(join(dataDir, 'tmp'));
  for (const [name, at] of [
    ['left', '2026-11-21T03:42:00Z'],
    ['in-work', '2026-11-21T04:00:00Z'],
  ] as const) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'picture'), '');
    await utimes(join(folder, name), new Date(at), new Date(at));
  }
  await openScratch({ dataDir }, { clock });
  expect(await readdir(folder)).toEqual(['in-work']);
});
