import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testClock } from '#testing/clock.ts';
import { openMediaStorage } from './open-storage.ts';
import { StartError } from './start-error.ts';

test('a folder that cannot be written is said in one line that names it and what to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kawaraban-open-storage-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const inTheWay = join(folder, 'media');
  await writeFile(inTheWay, 'a file');
  const storage = { kind: 'disk', folder: inTheWay } as const;
  const opening = openMediaStorage({ storage }, { clock: testClock() });
  await expect(opening).rejects.toThrow(StartError);
  await expect(opening).rejects.toThrow(
    `The folder ${inTheWay} cannot be written: make it writable, or set STORAGE_URL to another one.`,
  );
});
