import { existsSync } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BackupError } from './backup-error.ts';

export const MANIFEST = 'backup.json';
export const DATABASE = 'database.db';
export const MEDIA_LIST = 'media.jsonl';
export const MEDIA = 'media';
export const SECRET = 'secret';

const FORMAT = 1;
const MAX_MANIFEST = 10_000_000;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const PartOfBackup = z.object({ bytes: z.int().min(0), sha256: Sha256 });

const Manifest = z.object({
  kawaraban: z.literal('backup'),
  format: z.literal(FORMAT),
  version: z.string(),
  madeAt: z.iso.datetime(),
  /** Engine of the source; the backup is always a SQLite file. */
  engine: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string()),
  database: PartOfBackup,
  tables: z.record(z.string(), z.object({ rows: z.int().min(0), sha256: Sha256 })),
  media: PartOfBackup.extend({ files: z.int().min(0), bytesOfFiles: z.int().min(0), missing: z.int().min(0) }),
  /** Location of the secret: in the backup, in the environment, or omitted. */
  secret: z.enum(['included', 'in-environment', 'left-out']),
});
export type Manifest = z.output<typeof Manifest>;

export type SecretHandling = Manifest['secret'];

/** Security: storage keys cannot lead out of the folder. */
const Key = z
  .string()
  .max(1024)
  .regex(/^[0-9a-zA-Z_-][0-9a-zA-Z_.-]*(\/[0-9a-zA-Z_-][0-9a-zA-Z_.-]*)*$/);

const MediaRecord = z.object({ key: Key, bytes: z.int().min(0), sha256: Sha256 });
export type MediaRecord = z.output<typeof MediaRecord>;

export async function writeManifest(folder: string, manifest: Omit<Manifest, 'kawaraban' | 'format'>): Promise<void> {
  const whole: Manifest = { kawaraban: 'backup', format: FORMAT, ...manifest };
  const file = await open(join(folder, MANIFEST), 'wx');
  try {
    await file.writeFile(`${JSON.stringify(whole, undefined, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** @throws {BackupError} when there is no readable backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  try {
    if ((await stat(path)).size > MAX_MANIFEST) throw new Error('It is too long');
    return Manifest.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    if (!existsSync(folder)) throw new BackupError(`There is no folder ${folder}.`, { cause });
    throw new BackupError(`${folder} holds no backup that this version can read.`, { cause });
  }
}

/** @throws {BackupError} for an invalid line */
export function readMediaRecord(line: string): MediaRecord {
  try {
    return MediaRecord.parse(JSON.parse(line));
  } catch (cause) {
    throw new BackupError(`A line of ${MEDIA_LIST} is damaged.`, { cause });
  }
}
