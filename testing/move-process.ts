import { moveDatabase } from '#server/moving/index.ts';

/** Moves a database and is killed on the way, after so many steps. */
const { from, to, steps } = JSON.parse(process.argv[2] ?? '');
let taken = 0;
await moveDatabase({
  ...{ from, to, signal: new AbortController().signal },
  onProgress: () => {
    taken += 1;
    if (taken === steps) process.kill(process.pid, 'SIGKILL');
  },
});
