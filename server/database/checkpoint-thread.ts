import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** The thread that `Checkpoints` starts: it answers each message when it has brought over what it could. */
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
