import type { Colleague } from './metrics/index.ts';

/** A value or a machine that is not as it must be: the person who started us can put it right. */
export const EXIT_CONFIG = 78;

/** Set for processes that tell nothing of their start. */
export const IS_QUIET = 'KAWARABAN_IS_QUIET';

/**
 * What a process is told by the one that has started it: to stop, to do so while another has taken its place, to tell
 * its figures, or what the figures of the others are.
 */
export type ToProcess =
  | 'stop'
  | 'give way'
  | { readonly figuresFor: number }
  | { readonly answerTo: number; readonly colleagues: readonly Colleague[] };

/** What it says itself: that it answers readers, that it wants the figures of the others, or what its own are. */
export type FromProcess =
  | { readonly readyUrl: string }
  | { readonly figuresWanted: number }
  | { readonly figuresFor: number; readonly figures: string };

/** Tells a person at the terminal. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
