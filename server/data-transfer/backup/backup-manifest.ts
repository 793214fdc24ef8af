import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Checksum } from '../checksum.ts';
import { TransferError } from '../transfer-error.ts';

export const MANIFEST = 'backup.json';
export const DATABASE = 'database.db';
export const MEDIA_LIST = 'media.jsonl';
export const MEDIA = 'media';
export const SECRET = 'secret';

const FORMAT = 1;
const MAX_MANIFEST_BYTES = 10_000_000;

const count = z.int().min(0);

const BackupManifest = z.object({
  kawaraban: z.literal('backup'),
  format: z.literal(FORMAT),
  version: z.string(),
  madeAt: z.iso.datetime(),
  /** Engine of the source; the backup is always a SQLite file. */
  engine: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string()),
  database: Checksum,
  tables: z.record(z.string(), z.object({ rows: count, sha256: Checksum.shape.sha256 })),
  media: Checksum.extend({ files: count, bytesOfFiles: count, missing: count }),
  secret: z.enum(['included', 'in-environment', 'left-out']),
});
export type BackupManifest = z.output<typeof BackupManifest>;

export type SecretHandling = BackupManifest['secret'];

/** Security: storage keys cannot lead out of the folder. */
const Key = z
  .string()
  .max(1024)
  .regex(/^[0-9a-zA-Z_-][0-9a-zA-Z_.-]*(\/[0-9a-zA-Z_-][0-9a-zA-Z_.-]*)*$/);

const MediaRecord = Checksum.extend({ key: Key });
export type MediaRecord = z.output<typeof MediaRecord>;

export async function writeManifest(
  folder: string,
  fields: Omit<BackupManifest, 'kawaraban' | 'format'>,
): Promise<void> {
  const manifest: BackupManifest = { kawaraban: 'backup', format: FORMAT, ...fields };
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`, { flag: 'wx', flush: true });
}

export async function readManifest(folder: string): Promise<BackupManifest> {
  const path = join(folder, MANIFEST);
  try {
    if ((await stat(path)).size > MAX_MANIFEST_BYTES) throw new Error('It is too long');
    return BackupManifest.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    if (!existsSync(folder)) throw new TransferError(`The folder ${folder} does not exist.`, { cause });
    throw new TransferError(`${folder} contains no backup that this version can read.`, { cause });
  }
}

export function readMediaRecord(line: string): MediaRecord {
  try {
    return MediaRecord.parse(JSON.parse(line));
  } catch (cause) {
    throw new TransferError(`A line of ${MEDIA_LIST} is damaged.`, { cause });
  }
}
