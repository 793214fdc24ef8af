import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** What the server for tests takes for credentials. */
export const S3_KEY = 'S3RVER';
const BUCKET = 'media';

export interface S3Server {
  readonly endpoint: string;
  readonly bucket: string;
  /** Where it keeps everything, for tests that look behind it. */
  readonly directory: string;
  /** Lets it hear everything and answer nothing. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

let shared: Promise<S3Server> | undefined;

/** The one S3 server of a test file. It is started when it is first needed, and ends with the file's process. */
export function sharedS3Server(): Promise<S3Server> {
  shared ??= startS3Server();
  return shared;
}

/** An S3 server of one's own, at that port if need be. */
export async function startS3Server(port = 0, { mayList = true } = {}): Promise<S3Server> {
  // The SDK finds its credentials by itself, as it does in the product.
  process.env.AWS_ACCESS_KEY_ID ??= S3_KEY;
  process.env.AWS_SECRET_ACCESS_KEY ??= S3_KEY;
  const child = fork(join(import.meta.dirname, 's3-process.ts'), [BUCKET, String(port), String(mayList)], {
    // It encrypts where a list goes on with a cipher of old.
    execArgv: ['--openssl-legacy-provider'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'close');
  const started = once(child, 'message') as Promise<[{ port: number; directory: string }]>;
  const [told] = await Promise.race([started, ended.then(() => Promise.reject(new Error('No S3 server')))]);
  child.unref();
  child.channel?.unref();
  return {
    endpoint: `http://127.0.0.1:${told.port}`,
    bucket: BUCKET,
    directory: told.directory,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    stop: async () => {
      child.ref();
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
