import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export const S3_KEY = 'S3RVER';
const BUCKET = 'media';

export interface S3Server {
  readonly endpoint: string;
  readonly bucket: string;
  readonly directory: string;
  /** Makes the server accept requests without responding. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

let shared: Promise<S3Server> | undefined;

export function sharedS3Server(): Promise<S3Server> {
  shared ??= startS3Server();
  return shared;
}

export async function startS3Server(port = 0, { mayList = true } = {}): Promise<S3Server> {
  // The SDK reads credentials from the environment, as in the product.
  process.env.AWS_ACCESS_KEY_ID ??= S3_KEY;
  process.env.AWS_SECRET_ACCESS_KEY ??= S3_KEY;
  const child = fork(join(import.meta.dirname, 's3-process.ts'), [BUCKET, String(port), String(mayList)], {
    // The package encrypts list cursors with a legacy cipher.
    execArgv: ['--openssl-legacy-provider'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'close');
  const started = once(child, 'message') as Promise<[{ port: number; directory: string }]>;
  const [reported] = await Promise.race([started, ended.then(() => Promise.reject(new Error('No S3 server')))]);
  child.unref();
  child.channel?.unref();
  return {
    endpoint: `http://127.0.0.1:${reported.port}`,
    bucket: BUCKET,
    directory: reported.directory,
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
