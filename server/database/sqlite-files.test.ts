import { expect, test } from 'vitest';
import { DiskFailed, DiskSync } from './sqlite-files.ts';

function controlledDisk() {
  const flushes: PromiseWithResolvers<void>[] = [];
  const done: string[] = [];
  let isEmptiable = true;
  const sync = new DiskSync({
    flush: () => {
      const flush = Promise.withResolvers<void>();
      flushes.push(flush);
      done.push('flush');
      return flush.promise;
    },
    emptyLog: async () => {
      if (!isEmptiable) throw new Error('held up');
      done.push('empty log');
    },
    closeLog: () => void done.push('close log'),
  });
  const settled: string[] = [];
  const finish = (name: string) =>
    sync.settled().then(
      () => void settled.push(name),
      () => void settled.push(`${name} failed`),
    );
  const allowEmptying = (isAllowed: boolean) => {
    isEmptiable = isAllowed;
  };
  return { sync, flushes, done, settled, finish, allowEmptying };
}

const turn = () => new Promise(setImmediate);
const failure = new Error('EIO: i/o error, fdatasync');

test('calls during a flush wait for the next one', async () => {
  const { flushes, settled, finish } = controlledDisk();
  void finish('first');
  await turn();
  void finish('second');
  await turn();
  expect(flushes).toHaveLength(1);
  flushes[0]?.resolve();
  await turn();
  expect(settled).toEqual(['first']);
  expect(flushes).toHaveLength(2);
  flushes[1]?.resolve();
  await turn();
  expect(settled).toEqual(['first', 'second']);
});

test('concurrent calls share one flush', async () => {
  const { flushes, settled, finish } = controlledDisk();
  for (let number = 0; number < 60; number += 1) void finish('early');
  await turn();
  for (let number = 0; number < 60; number += 1) void finish('late');
  flushes[0]?.resolve();
  await turn();
  expect([flushes.length, settled.length]).toEqual([2, 60]);
  flushes[1]?.resolve();
  await turn();
  expect([flushes.length, settled.length]).toEqual([2, 120]);
});

test('WAL is truncated and flushed after a failed flush', async () => {
  const { flushes, done, settled, finish } = controlledDisk();
  void finish('first');
  await turn();
  void finish('second');
  flushes[0]?.reject(failure);
  await turn();
  expect(settled).toEqual(['first failed']);
  expect(done).toEqual(['flush', 'empty log', 'flush']);
  flushes[1]?.resolve();
  await turn();
  expect(settled).toEqual(['first failed', 'second']);
  void finish('third');
  await turn();
  expect(done.slice(3)).toEqual(['flush']);
});

test('calls fail while the WAL cannot be truncated or flushed', async () => {
  const { flushes, done, settled, finish, allowEmptying } = controlledDisk();
  allowEmptying(false);
  void finish('first');
  await turn();
  flushes[0]?.reject(failure);
  await turn();
  await finish('second');
  await finish('third');
  expect(done).toEqual(['flush']);
  allowEmptying(true);
  void finish('fourth');
  await turn();
  flushes[1]?.reject(failure);
  await turn();
  expect(settled).toEqual(['first failed', 'second failed', 'third failed', 'fourth failed']);
});

test('errors contain the system error', async () => {
  const { sync, flushes } = controlledDisk();
  const settled = sync.settled();
  await turn();
  flushes[0]?.reject(failure);
  await expect(settled).rejects.toThrow(DiskFailed);
  await expect(settled).rejects.toThrow('EIO');
});

test('close waits for the running flush and rejects later calls', async () => {
  const { sync, flushes, settled, finish } = controlledDisk();
  void finish('first');
  await turn();
  let isClosed = false;
  const closing = sync.close().then(() => {
    isClosed = true;
  });
  await turn();
  expect(isClosed).toBe(false);
  flushes[0]?.resolve();
  await closing;
  await finish('late');
  expect(settled).toEqual(['first', 'late failed']);
  expect(flushes).toHaveLength(1);
});
