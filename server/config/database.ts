import type { DatabaseTarget } from '../database/connect.ts';
import type { ReadVariable } from './variables.ts';

/** `DATABASE_LISTEN` sets whether processes notify each other of commits by LISTEN and NOTIFY. */
export function withNotifications(read: ReadVariable, target: DatabaseTarget): DatabaseTarget {
  const isNotifying = read('DATABASE_LISTEN', { expected: '`on` or `off`', fallback: true, parse: asSwitch });
  return target.engine === 'postgres' && !isNotifying ? { ...target, isNotifying } : target;
}

function asSwitch(text: string): boolean | undefined {
  return text === 'on' || text === 'off' ? text === 'on' : undefined;
}
