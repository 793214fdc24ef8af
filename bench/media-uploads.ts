import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import type { FileReservation } from '#contract/admin-files.ts';
import { createApiKey } from '#server/api-keys/index.ts';
import { createAuditLog } from '#server/audit/index.ts';
import { connect } from '#server/database/connect.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import { atTheTerminal } from '#server/http/caller.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createService } from '#server/services/index.ts';
import type { BenchServer } from './servers.ts';

const MB = 1024 * 1024;
const serviceId = 'news';

export async function fillMedia(data: string): Promise<string> {
  const target = { engine: 'sqlite', path: join(data, 'kawaraban.db') } as const;
  const database = connect(target);
  await migrateToLatest(database, target);
  const configs = { mediaUploadSizeLimitMBImage: 200, mediaUploadSizeLimitMBFile: 2048 };
  const service = { serviceId, label: 'News', functions: ['post' as const], configs };
  await database.writer.transaction().execute((trx) => createService(trx, { clock: systemClock }, service));
  const tools = { database, clock: systemClock };
  const actor = { kind: 'user', username: 'bench', role: 'admin', serviceIds: [serviceId] } as const;
  const { key } = await createApiKey(
    { ...tools, audit: createAuditLog(tools) },
    { label: 'bench', may: 'write', serviceIds: [serviceId] },
    { actor, caller: atTheTerminal },
  );
  await database.close();
  return key;
}

export async function givenLargePhoto(folder: string): Promise<string> {
  const path = join(folder, 'photo.jpg');
  const grain = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const piece = await sharp({ create: { width: 2500, height: 2500, channels: 3, background: '#888', noise: grain } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  await sharp(piece).resize(10_000, 10_000).withMetadata({ orientation: 6 }).jpeg({ quality: 90 }).toFile(path);
  return path;
}

/** Returns the duration in milliseconds. */
export async function upload(
  { url }: BenchServer,
  key: string,
  { size = 0, photo }: { size?: number; photo?: string },
): Promise<number> {
  const announced = photo
    ? { fileType: 'image', mimeType: 'image/jpeg', name: 'photo.jpg', size: (await stat(photo)).size }
    : { fileType: 'file', mimeType: 'application/pdf', name: 'document.pdf', size };
  const startedAt = performance.now();
  const response = await fetch(`${url}/api/admin/files/${serviceId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...announced, isKept: true }),
  });
  if (!response.ok) throw new Error(`The announcement was answered ${response.status} ${await response.text()}`);
  const reservation = (await response.json()) as FileReservation;
  const { pathname } = new URL(reservation.url);
  await put(`${url}${pathname}`, announced, photo ? createReadStream(photo) : documentOf(size));
  return performance.now() - startedAt;
}

export async function putBare({ url }: BenchServer, size: number): Promise<number> {
  const startedAt = performance.now();
  await put(url, { mimeType: 'application/pdf', size }, documentOf(size));
  return performance.now() - startedAt;
}

const piece = randomBytes(MB);

function documentOf(size: number): Readable {
  const head = Buffer.from('%PDF-1.7\n');
  return Readable.from(
    (function* () {
      yield Buffer.concat([head, piece.subarray(head.length)]);
      for (let at = MB; at < size; at += MB) yield piece;
    })(),
    { objectMode: false },
  );
}

async function put(url: string, { mimeType, size }: { mimeType: string; size: number }, body: Readable): Promise<void> {
  const sent = request(url, { method: 'PUT', headers: { 'content-type': mimeType, 'content-length': size } });
  const answered = new Promise<void>((resolve, reject) => {
    sent.once('error', reject).once('response', async (response) => {
      const output = await text(response);
      if (response.statusCode === 200) resolve();
      else reject(new Error(`The upload was answered ${response.statusCode} ${output}`));
    });
  });
  await Promise.all([answered, pipeline(body, sent)]);
}
