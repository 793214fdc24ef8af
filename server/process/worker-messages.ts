import cluster, { type Worker } from 'node:cluster';
import type { OtherWorker } from '../metrics/index.ts';
import { say } from './start-error.ts';

export const WORKER_ID = 'KAWARABAN_WORKER_NUMBER';

const numbers = new WeakMap<Worker, number>();

/** Uses the smallest free number, to keep the number of metric labels small. */
export function forkWithId(environment: Readonly<Record<string, string>>): Worker {
  const living = Object.values(cluster.workers ?? {}).filter((each) => each !== undefined && !each.isDead());
  const usedNumbers = new Set(living.map((each) => each && numbers.get(each)));
  let number = 1;
  while (usedNumbers.has(number)) number += 1;
  const worker = cluster.fork({ ...environment, [WORKER_ID]: String(number) });
  numbers.set(worker, number);
  return worker;
}

export function workerIdOf(worker: Worker): string {
  return String(numbers.get(worker));
}

export const IS_QUIET = 'KAWARABAN_IS_QUIET';

export type ToProcess =
  | 'stop'
  | 'drain'
  | { readonly metricsFor: number }
  | { readonly answerTo: number; readonly otherWorkers: readonly OtherWorker[] };

export type FromProcess =
  | { readonly readyUrl: string }
  | { readonly metricsRequested: number }
  | { readonly metricsFor: number; readonly metrics: string };

export function sayReady(url: string, note = ''): void {
  say(
    `Kawaraban is ready at ${url}${note}\n` +
      `  Console            ${url}/admin\n` +
      `  API documentation  ${url}/api/docs`,
  );
}
