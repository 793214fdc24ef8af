import type { Database } from '../database/connect.ts';
import type { Clock } from '../platform/clock.ts';
import type { Vault } from '../platform/vault.ts';

export interface Use {
  readonly kind: string;
  /** Counted entity. Undefined names are not counted. */
  readonly name: string | undefined;
  readonly most: number;
  readonly windowMs: number;
}

export interface UseCounts {
  /**
   * Counts each use and returns the new counts.
   * @throws {HttpError} 429 when a limit is reached. Nothing is counted then.
   */
  takeAll(uses: readonly Use[]): Promise<number[]>;
  usesOf(use: Pick<Use, 'kind' | 'windowMs'> & { readonly name: string }): Promise<number>;
  /** Consumes a one-time value. Resolves to false if it was used before. */
  takeOnce(thing: { readonly kind: string; readonly name: string; readonly until: Date }): Promise<boolean>;
}

export interface CountTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
}
