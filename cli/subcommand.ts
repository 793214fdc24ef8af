import { EXIT_CONFIG } from '#server/process/start-error.ts';

export { say } from '#server/process/start-error.ts';

export interface Subcommand {
  readonly usage: string;
  readonly parts?: Readonly<Record<string, Subcommand>>;
  /** Returns the exit code; undefined while the process keeps running. */
  run(args: readonly string[]): Promise<number | undefined>;
}

/**
 * `failed`: finished with problems; `usage`: wrong arguments; `config`: wrong configuration; `interrupted`: stopped.
 */
export const exitCodes = { done: 0, failed: 1, usage: 2, config: EXIT_CONFIG, interrupted: 130 } as const;

export class UsageError extends Error {}

/** @throws {UsageError} unless there is exactly one folder */
export function readFolder([folder, ...others]: readonly string[]): string {
  if (folder === undefined || folder === '' || others.length > 0) throw new UsageError('Specify one folder.');
  return folder;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
