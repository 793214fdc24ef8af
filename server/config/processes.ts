import type { ReadVariable } from './variables.ts';

const MAX_PROCESSES = 64;

export function readProcesses(read: ReadVariable): number {
  return read('WEB_CONCURRENCY', {
    expected: `a whole number from 1 to ${MAX_PROCESSES}`,
    fallback: 1,
    parse: asProcesses,
  });
}

function asProcesses(text: string): number | undefined {
  const processes = Number(text);
  return /^\d{1,2}$/.test(text) && processes >= 1 && processes <= MAX_PROCESSES ? processes : undefined;
}
