import type { Database } from '../database/connect.ts';
import type { Clock } from '../platform/clock.ts';
import type { Vault } from '../platform/vault.ts';

/** One use of what may be done so often in a span of time that begins with the first use. */
export interface Use {
  /** What is counted; each kind has names of its own. */
  readonly kind: string;
  /** Whose use it is; without a name nothing is counted. */
  readonly name: string | undefined;
  readonly most: number;
  readonly windowMs: number;
}

/** Counts what readers and addresses do, for all processes on one database together. */
export interface UseCounts {
  /**
   * Counts one more of each of the uses, and says how many that makes.
   * @throws {Refusal} 429 when of one of them there have been as many as there may be; it then counts for nothing.
   */
  takeAll(uses: readonly Use[]): Promise<number[]>;
  usesOf(use: Pick<Use, 'kind' | 'windowMs'> & { readonly name: string }): Promise<number>;
  /** Uses something up that is good once, and answers whether nobody had before. */
  takeOnce(thing: { readonly kind: string; readonly name: string; readonly until: Date }): Promise<boolean>;
}

export interface CountTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
}
