import { ApiError } from '#contract/api-client.ts';

/** What the loader of a route has come to. */
interface Outcome {
  readonly type: 'data' | 'error';
  readonly result: unknown;
}

export type Outcomes = Readonly<Record<string, Outcome>>;

/** Remembers what a screen shows, for when it is asked for once more and cannot be had. */
export class KeptScreen {
  #address = '';
  #outcomes: Outcomes = {};

  /** The same, but with what is shown in the place of what failed for the time being; and why that failed. */
  keep(address: string, loaded: Outcomes): { readonly outcomes: Outcomes; readonly failure?: unknown } {
    const shown = address === this.#address ? this.#outcomes : {};
    const failed = Object.entries(loaded).filter(([id, outcome]) => isPassing(outcome) && shown[id]?.type === 'data');
    const outcomes = { ...loaded, ...Object.fromEntries(failed.map(([id]) => [id, shown[id] as Outcome])) };
    this.#address = address;
    this.#outcomes = { ...shown, ...outcomes };
    const [first] = failed;
    return first ? { outcomes, failure: first[1].result } : { outcomes };
  }
}

/** Whether a server was not there, or could not answer; what it refused is another screen's to tell. */
function isPassing({ type, result }: Outcome): boolean {
  return type === 'error' && result instanceof ApiError && (result.status === 0 || result.status >= 500);
}
