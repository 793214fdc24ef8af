import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import type { DatabaseTarget } from '#server/database/connect.ts';
import { breakableLine } from '#testing/broken-line.ts';
import { freePort } from '#testing/free-port.ts';
import { startPostgres, withAdministration } from '#testing/postgres-server.ts';
import { S3_KEY, startS3Server } from '#testing/s3-server.ts';
import { fillDatabase } from '../filled-database.ts';
import { FaultyProduct } from './faulty-product.ts';

const POSTS = 1000;
const SMALL_DISK = '96m';
const HOUR_MS = 3_600_000;

export interface FieldError {
  begin(): Promise<unknown> | unknown;
  end?(): Promise<unknown> | unknown;
}

export interface Installation {
  readonly name: string;
  readonly product: FaultyProduct;
  readonly serviceId: string;
  readonly key: string;
  readonly faults: Readonly<Record<string, FieldError>>;
  stop(): Promise<unknown>;
}

function killing(product: FaultyProduct): FieldError {
  return { begin: () => product.kill(), end: () => product.start() };
}

function clockJump(product: FaultyProduct, byMs: number): FieldError {
  return {
    begin: () => {
      product.offsetMs += byMs;
    },
  };
}

export async function openSqlite(folder: string): Promise<Installation> {
  const data = join(folder, 'data');
  await mkdir(data);
  const isSmall = mountSmallDisk(data);
  const { serviceId, key } = await fillDatabase(
    { engine: 'sqlite', path: join(data, 'kawaraban.db') },
    { count: POSTS },
  );
  const product = new FaultyProduct(await freePort(), { DATA_DIR: data });
  await product.start();
  const filler = join(data, 'filler');
  const fullDisk: FieldError = { begin: () => fillDisk(filler), end: () => rm(filler, { force: true }) };
  if (!isSmall) process.stderr.write('Full disk is left out: this process may not mount a small one.\n');
  return {
    name: 'SQLite',
    product,
    serviceId,
    key,
    faults: { killed: killing(product), ...(isSmall && { 'disk full': fullDisk }) },
    stop: async () => {
      await product.stop();
      if (isSmall) execFileSync('umount', [data]);
    },
  };
}

function mountSmallDisk(data: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_DISK}`, 'tmpfs', data], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function fillDisk(path: string): Promise<void> {
  await using file = await open(path, 'w');
  for (const bytes of [1024 * 1024, 4096]) {
    const chunk = Buffer.alloc(bytes);
    const isWritten = async () => (await file.write(chunk).catch(() => ({ bytesWritten: 0 }))).bytesWritten > 0;
    while (await isWritten());
  }
}

export async function openPostgres(folder: string): Promise<Installation> {
  const postgres = await startPostgres();
  await withAdministration(postgres.url, 'create database faults template template0');
  const database = await breakableLine(postgres.url);
  const s3 = await startS3Server();
  const storage = await breakableLine(s3.endpoint);
  const mail = await startMailServer();
  const mailLine = await breakableLine(`smtp://127.0.0.1:${mail.port}`);
  const target: DatabaseTarget = { engine: 'postgres', url: `${postgres.url}/faults`, poolSize: 2 };
  const { serviceId, key } = await fillDatabase(target, { count: POSTS });
  const data = join(folder, 'postgres-data');
  await mkdir(data);
  const product = new FaultyProduct(await freePort(), {
    DATA_DIR: data,
    DATABASE_URL: `${database.url.replace(/\/$/, '')}/faults`,
    STORAGE_URL: `s3://${s3.bucket}?endpoint=${encodeURIComponent(storage.url.replace(/\/$/, ''))}&region=us-east-1`,
    AWS_ACCESS_KEY_ID: S3_KEY,
    AWS_SECRET_ACCESS_KEY: S3_KEY,
    SMTP_URL: mailLine.url,
    MAIL_FROM: 'site@example.com',
  });
  await product.start();
  const away = (line: typeof database): FieldError => ({ begin: () => line.cut(), end: () => line.restore() });
  return {
    name: 'PostgreSQL',
    product,
    serviceId,
    key,
    faults: {
      killed: killing(product),
      'database unavailable': away(database),
      'database frozen': { begin: () => database.freeze(), end: () => database.restore() },
      'storage away': away(storage),
      'storage frozen': { begin: () => storage.freeze(), end: () => storage.restore() },
      'mail server away': away(mailLine),
      'clock three days ahead': clockJump(product, 72 * HOUR_MS),
      'clock an hour back': clockJump(product, -HOUR_MS),
    },
    stop: async () => {
      await product.stop();
      await Promise.all([database, storage, mailLine].map((line) => line.close()));
      mail.stop();
      await s3.stop();
      await postgres.stop();
    },
  };
}

async function startMailServer(): Promise<{ port: number; stop(): void }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, done) => {
      stream.resume().once('end', () => done(null));
    },
  });
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return { port, stop: () => void server.close() };
}
