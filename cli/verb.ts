/** What a verb of the command line is: one file each, loaded when it is asked for. */
export interface Verb {
  readonly usage: string;
  /** Where a second word makes it another verb: those, by that word, each with its own usage. */
  readonly parts?: Readonly<Record<string, Verb>>;
  /** Answers with the exit code; nothing, where the process goes on running. */
  run(args: readonly string[]): Promise<number | undefined>;
}

/** Exit codes beyond 0: done with faults, called wrongly, configured wrongly, stopped. */
export const exitCodes = { done: 0, faults: 1, usage: 2, config: 78, interrupted: 130 } as const;

/** The command was called in a way that cannot be right. */
export class UsageError extends Error {}

export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
