import { moveDatabase } from '#server/data-transfer/index.ts';

const { from, to, steps } = JSON.parse(process.argv[2] ?? '');
let taken = 0;
await moveDatabase({
  from,
  to,
  signal: new AbortController().signal,
  onProgress: () => {
    taken += 1;
    if (taken === steps) process.kill(process.pid, 'SIGKILL');
  },
});
