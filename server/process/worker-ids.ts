import cluster, { type Worker } from 'node:cluster';

export const WORKER_ID = 'KAWARABAN_WORKER_NUMBER';

const numbers = new WeakMap<Worker, number>();

/** Forks a worker with the smallest free number, to keep the number of metric labels small. */
export function forkWithId(environment: Readonly<Record<string, string>>): Worker {
  const living = Object.values(cluster.workers ?? {}).filter((each) => each !== undefined && !each.isDead());
  const taken = new Set(living.map((each) => each && numbers.get(each)));
  let number = 1;
  while (taken.has(number)) number += 1;
  const worker = cluster.fork({ ...environment, [WORKER_ID]: String(number) });
  numbers.set(worker, number);
  return worker;
}

export function workerIdOf(worker: Worker): string {
  return String(numbers.get(worker));
}
