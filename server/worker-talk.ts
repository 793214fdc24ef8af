/** A value or a machine that is not as it must be: the person who started us can put it right. */
export const EXIT_CONFIG = 78;

/** Set for processes that tell nothing of their start. */
export const IS_QUIET = 'KAWARABAN_IS_QUIET';

/** What a process is told by the one that has started it: to stop, or to do so while another has taken its place. */
export type ToProcess = 'stop' | 'give way';

/** What it says itself, once it answers. */
export interface FromProcess {
  readonly readyAt: string;
}

/** Tells a person at the terminal. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
