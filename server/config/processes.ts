import type { DatabaseTarget } from '../database/connect.ts';
import type { ReadVariable } from './variables.ts';

const MAX_PROCESSES = 64;

export function readProcesses(read: ReadVariable): number {
  return read({
    name: 'WEB_CONCURRENCY',
    expected: `a whole number from 1 to ${MAX_PROCESSES}`,
    fallback: 1,
    parse: asProcesses,
  });
}

/** Adds whether processes notify each other of commits by LISTEN and NOTIFY. */
export function withTelling(read: ReadVariable, target: DatabaseTarget): DatabaseTarget {
  const isTelling = read({ name: 'DATABASE_LISTEN', expected: '`on` or `off`', fallback: true, parse: asSwitch });
  return target.engine === 'postgres' && !isTelling ? { ...target, isTelling } : target;
}

function asProcesses(text: string): number | undefined {
  const processes = Number(text);
  return /^\d{1,2}$/.test(text) && processes >= 1 && processes <= MAX_PROCESSES ? processes : undefined;
}

function asSwitch(text: string): boolean | undefined {
  return text === 'on' || text === 'off' ? text === 'on' : undefined;
}
