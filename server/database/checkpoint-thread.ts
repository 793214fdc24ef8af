import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** Worker thread of {@link Checkpoints}. Replies to each message when its passive checkpoint is done. */
const database = new DatabaseSync(workerData as string);
const checkpoint = database.prepare('pragma wal_checkpoint(passive)');

parentPort?.on('message', (message: 'checkpoint' | 'end') => {
  if (message === 'checkpoint') {
    parentPort?.postMessage(checkpoint.get());
    return;
  }
  database.close();
  parentPort?.close();
});
