import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WorkingCopy } from '#contract/working-copies.ts';
import { AUTOSAVE_DELAY_MS, type AutosaveState, createAutosaver } from './autosaver.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

class Conflict extends Error {}

const newer: WorkingCopy = {
  postId: 'p',
  baseRevision: 1,
  revision: 2,
  updatedAt: '2026-11-21T05:03:00Z',
  isStale: false,
  content: {},
};

function givenAutosaver({ initial }: { initial?: string } = {}) {
  const asked: string[] = [];
  const states: AutosaveState[] = [];
  const waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const answer = (call: string) =>
    new Promise<void>((resolve, reject) => {
      asked.push(call);
      waiting.push({ resolve, reject });
    });
  const autosaver = createAutosaver<string>({
    initial,
    put: async (copy) => {
      await answer(`put ${copy}`);
      return '2026-11-21T05:03:00Z';
    },
    remove: () => answer('remove'),
    newerOf: (error) => (error instanceof Conflict ? newer : undefined),
    onState: (state) => states.push(state),
  });
  return {
    autosaver,
    asked,
    states,
    answers: async () => {
      waiting.shift()?.resolve();
      await vi.advanceTimersByTimeAsync(0);
    },
    refuses: async (error = new Error('refused')) => {
      waiting.shift()?.reject(error);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const pause = () => pass(AUTOSAVE_DELAY_MS);

test('sends changes once after a pause', async () => {
  const { autosaver, asked, states, answers } = givenAutosaver();
  autosaver.change(() => 'a');
  await pass(AUTOSAVE_DELAY_MS - 1);
  autosaver.change(() => 'ab');
  await pass(AUTOSAVE_DELAY_MS - 1);
  expect(asked).toEqual([]);
  await pass(1);
  expect(asked).toEqual(['put ab']);
  await answers();
  autosaver.change(() => 'ab');
  await pause();
  expect(asked).toHaveLength(1);
  expect(states).toEqual([
    { kind: 'saving', at: undefined },
    { kind: 'saved', at: '2026-11-21T05:03:00Z' },
  ]);
});

test('sends one request at a time, then the latest text', async () => {
  const { autosaver, asked, answers } = givenAutosaver();
  autosaver.change(() => 'a');
  await pause();
  for (const text of ['ab', 'abc']) {
    autosaver.change(() => text);
    await pause();
  }
  expect(asked).toEqual(['put a']);
  await answers();
  expect(asked).toEqual(['put a', 'put abc']);
  await answers();
  await pass(600_000);
  expect(asked).toHaveLength(2);
});

test('removes the copy when the text matches the saved one', async () => {
  const { autosaver, asked, answers } = givenAutosaver();
  autosaver.change(() => undefined);
  await pause();
  expect(asked).toEqual([]);
  autosaver.change(() => 'a');
  await pause();
  await answers();
  autosaver.change(() => undefined);
  await pause();
  expect(asked).toEqual(['put a', 'remove']);
});

test('skips an unchanged copy and removes it on request', async () => {
  const { autosaver, asked, answers } = givenAutosaver({ initial: 'a' });
  autosaver.change(() => 'a');
  await pause();
  expect(asked).toEqual([]);
  autosaver.removeCopy();
  expect(asked).toEqual(['remove']);
  await answers();
  autosaver.change(() => 'a');
  await pause();
  expect(asked).toEqual(['remove', 'put a']);
});

test('retries a failed save with backoff and the latest text', async () => {
  const { autosaver, asked, states, answers, refuses } = givenAutosaver();
  let text = 'a';
  autosaver.change(() => text);
  await pause();
  await refuses();
  expect(states.at(-1)).toEqual({ kind: 'failed' });
  await pass(9_999);
  expect(asked).toHaveLength(1);
  await pass(1);
  expect(asked).toEqual(['put a', 'put a']);
  await refuses();
  await pass(19_999);
  expect(asked).toHaveLength(2);
  text = 'ab';
  await pass(1);
  expect(asked.at(-1)).toBe('put ab');
  await answers();
  expect(states.at(-1)).toMatchObject({ kind: 'saved' });
  await pass(600_000);
  expect(asked).toHaveLength(3);
});

test('conflict stops autosave until a choice is made', async () => {
  const { autosaver, asked, states, answers, refuses } = givenAutosaver();
  autosaver.change(() => 'a');
  await pause();
  await refuses(new Conflict());
  expect(states.at(-1)).toEqual({ kind: 'conflict', newer });
  autosaver.change(() => 'ab');
  autosaver.retry();
  await pass(600_000);
  expect(asked).toEqual(['put a']);
  autosaver.resume();
  expect(asked).toEqual(['put a', 'put ab']);
  await answers();
  expect(states.at(-1)).toMatchObject({ kind: 'saved' });
});

test('copy adopted after a conflict is not sent again', async () => {
  const { autosaver, asked, refuses } = givenAutosaver();
  let text = 'mine';
  autosaver.change(() => text);
  await pause();
  await refuses(new Conflict());
  text = 'theirs';
  autosaver.resume('theirs');
  await pass(600_000);
  expect(asked).toEqual(['put mine']);
  text = 'theirs, more';
  autosaver.change(() => text);
  await pause();
  expect(asked.at(-1)).toBe('put theirs, more');
});

test('close waits for the running request, then removes the copy', async () => {
  const { autosaver, asked, answers, refuses } = givenAutosaver();
  autosaver.change(() => 'a');
  await pause();
  autosaver.change(() => 'ab');
  autosaver.close();
  expect(asked).toEqual(['put a']);
  await answers();
  expect(asked).toEqual(['put a', 'remove']);
  await refuses();
  autosaver.change(() => 'abc');
  autosaver.close();
  await pass(600_000);
  expect(asked).toHaveLength(2);
});

test('stop keeps the stored copy', async () => {
  const { autosaver, asked } = givenAutosaver({ initial: 'a' });
  autosaver.change(() => 'ab');
  autosaver.stop();
  await pass(600_000);
  expect(asked).toEqual([]);
});
