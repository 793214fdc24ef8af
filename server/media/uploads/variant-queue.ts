import { atMost } from '../../concurrency/at-most.ts';
import type { Database } from '../../database/connect.ts';
import type { FileRow } from '../../database/media-tables.ts';
import type { MediaTools } from '../media-tools.ts';
import { makeVariants } from '../serving/variants.ts';

const STOP_MS = 3000;
/** Beyond this number sizes are made on request. */
const MAX_QUEUED = 200;

interface Queue {
  readonly waiting: FileRow[];
  working: Promise<void> | undefined;
}

const queues = new WeakMap<Database, Queue>();

export function queueVariants(tools: MediaTools, file: FileRow): void {
  const queue = queues.get(tools.database) ?? { waiting: [], working: undefined };
  queues.set(tools.database, queue);
  if (queue.waiting.length >= MAX_QUEUED) return;
  queue.waiting.push(file);
  queue.working ??= work(tools, queue).finally(() => {
    queue.working = undefined;
  });
}

export function countQueuedPictures({ database }: Pick<MediaTools, 'database'>): number {
  return queues.get(database)?.waiting.length ?? 0;
}

/** Drops waiting pictures and waits up to three seconds for the current one. */
export async function stopQueue({ database }: Pick<MediaTools, 'database'>): Promise<void> {
  const queue = queues.get(database);
  queue?.waiting.splice(0);
  await atMost(STOP_MS, queue?.working);
}

async function work(tools: MediaTools, { waiting }: Queue): Promise<void> {
  for (let file = waiting.shift(); file; file = waiting.shift()) {
    const { serviceId, fileId } = file;
    await makeVariants(tools, file).catch((error) =>
      tools.log.warn({ serviceId, fileId, reason: error.message }, 'generating image sizes failed'),
    );
  }
}
