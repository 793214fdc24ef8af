import { expect, test } from 'vitest';
import { createProgress } from './import-progress.ts';

function given(terminal: { isTTY?: boolean; columns?: number }) {
  const written: string[] = [];
  let now = 0;
  const progress = createProgress({ ...terminal, write: (text) => written.push(text) }, () => now);
  const show = (done: number, path = 'a.md') => progress.show({ done, total: 500, path });
  return { progress, written, show, wait: (ms: number) => (now += ms) };
}

test('terminal progress rewrites one line and clears it', () => {
  const { progress, written, show } = given({ isTTY: true, columns: 20 });
  show(0, 'short.md');
  show(1, 'a-name-that-is-longer-than-the-line.md');
  progress.end();
  expect(written).toEqual(['\r\u001b[K0/500 short.md', '\r\u001b[K1/500 a-name-that-i', '\r\u001b[K']);
});

test('other output gets a line per 100 files or 2s', () => {
  const { progress, written, show, wait } = given({});
  for (let done = 0; done <= 200; done += 1) show(done);
  wait(2500);
  show(201);
  show(202);
  progress.end();
  expect(written).toEqual(['100/500 a.md\n', '200/500 a.md\n', '201/500 a.md\n']);
});

test('control characters of file names are replaced', () => {
  const { written, show } = given({ isTTY: true, columns: 80 });
  show(0, 'a\u001b[2Jb\n.md');
  expect(written[0]).toBe('\r\u001b[K0/500 a\uFFFD[2Jb\uFFFD.md');
});
