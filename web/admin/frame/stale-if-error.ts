import { ApiError } from '#contract/api-client.ts';

interface Outcome {
  readonly type: 'data' | 'error';
  readonly result: unknown;
}

export type Outcomes = Readonly<Record<string, Outcome>>;

/** Keeps the last data of a screen, as `stale-if-error` of HTTP does. */
export class StaleIfError {
  #address = '';
  #outcomes: Outcomes = {};

  /** Replaces temporary failures by the data shown before. `failure` is the first replaced error. */
  apply(address: string, loaded: Outcomes): { readonly outcomes: Outcomes; readonly failure?: unknown } {
    const shown = address === this.#address ? this.#outcomes : {};
    const failed = Object.entries(loaded).filter(
      ([id, outcome]) => isTemporaryFailure(outcome) && shown[id]?.type === 'data',
    );
    const outcomes = { ...loaded, ...Object.fromEntries(failed.map(([id]) => [id, shown[id] as Outcome])) };
    this.#address = address;
    this.#outcomes = { ...shown, ...outcomes };
    const [first] = failed;
    return first ? { outcomes, failure: first[1].result } : { outcomes };
  }
}

function isTemporaryFailure({ type, result }: Outcome): boolean {
  return type === 'error' && result instanceof ApiError && (result.status === 0 || result.status >= 500);
}
