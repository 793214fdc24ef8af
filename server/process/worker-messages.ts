import type { Colleague } from '../metrics/index.ts';

/** Exit code of configuration errors (`EX_CONFIG` in sysexits.h). */
export const EXIT_CONFIG = 78;

/** Set for workers that print no startup messages. */
export const IS_QUIET = 'KAWARABAN_IS_QUIET';

export type ToProcess =
  | 'stop'
  | 'give way'
  | { readonly figuresFor: number }
  | { readonly answerTo: number; readonly otherWorkers: readonly Colleague[] };

export type FromProcess =
  | { readonly readyUrl: string }
  | { readonly figuresWanted: number }
  | { readonly figuresFor: number; readonly figures: string };

export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
