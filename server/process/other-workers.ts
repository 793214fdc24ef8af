import type { OtherWorker, OtherWorkers } from '../metrics/index.ts';
import type { FromProcess, ToProcess } from './worker-messages.ts';

/** Longer than the timeout of the primary process. */
const WAIT_MS = 5000;

export function otherWorkersOf(): OtherWorkers {
  let read: (() => Promise<string>) | undefined;
  let questions = 0;
  let running: Promise<readonly OtherWorker[]> | undefined;
  const waiting = new Map<number, (otherWorkers: readonly OtherWorker[]) => void>();
  process.on('message', (message: ToProcess) => {
    if (typeof message === 'string') return;
    if ('answerTo' in message) waiting.get(message.answerTo)?.(message.otherWorkers);
    else void read?.().then((figures) => send({ figuresFor: message.figuresFor, figures }), ignore);
  });
  const askAll = async () => {
    questions += 1;
    const question = questions;
    const { promise, resolve } = Promise.withResolvers<readonly OtherWorker[]>();
    waiting.set(question, resolve);
    const late = setTimeout(resolve, WAIT_MS, []);
    send({ figuresWanted: question });
    const otherWorkers = await promise;
    clearTimeout(late);
    waiting.delete(question);
    return otherWorkers;
  };
  return {
    answerWith: (figures) => {
      read = figures;
    },
    // Shares one result among concurrent requests.
    ask: () => {
      running ??= askAll().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

function send(message: FromProcess): void {
  if (process.connected) process.send?.(message, undefined, undefined, ignore);
}

function ignore(): void {}
