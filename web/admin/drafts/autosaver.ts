import type { WorkingCopy } from '#contract/working-copies.ts';

export const AUTOSAVE_DELAY_MS = 3000;
const FIRST_RETRY_MS = 10_000;
const LAST_RETRY_MS = 160_000;

/** State of the autosave; `at` is the time of the last stored copy (ISO 8601). */
export type AutosaveState =
  | { readonly kind: 'idle' | 'failed' | 'signedOut' }
  | { readonly kind: 'saving'; readonly at: string | undefined }
  | { readonly kind: 'saved'; readonly at: string }
  /** Another window has stored a newer copy; nothing is sent until the user chooses one. */
  | { readonly kind: 'conflict'; readonly newer: WorkingCopy };

interface Options<Copy> {
  readonly kept: Copy | undefined;
  /** Resolves to the time at which the server stored the copy (ISO 8601). */
  readonly put: (copy: Copy) => Promise<string>;
  readonly remove: () => Promise<void>;
  readonly isSignedOut?: (error: unknown) => boolean;
  readonly newerOf?: (error: unknown) => WorkingCopy | undefined;
  readonly onState: (state: AutosaveState) => void;
}

export type Autosaver<Copy> = ReturnType<typeof createAutosaver<Copy>>;

/**
 * Sends changes to the server after each pause: one request at a time, the latest text last, with backoff on failure.
 */
export function createAutosaver<Copy>({ kept, put, remove, isSignedOut, newerOf, onState }: Options<Copy>) {
  let read: () => Copy | undefined = () => kept;
  let sent = kept && JSON.stringify(kept);
  let keptAt: string | undefined;
  let mayBeThere = kept !== undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isBusy = false;
  let isDue = false;
  let isClosed = false;
  let isHeld = false;

  function runAfter(delay: number): void {
    clearTimeout(timer);
    timer = setTimeout(run, delay);
  }

  function run(): void {
    clearTimeout(timer);
    timer = undefined;
    isDue = isBusy;
    if (isBusy) return;
    const copy = read();
    if (copy !== undefined) {
      if (!isHeld && JSON.stringify(copy) !== sent) void send(copy);
    } else if (mayBeThere) void send(copy);
    else onState({ kind: 'idle' });
  }

  async function send(copy: Copy | undefined): Promise<void> {
    isBusy = true;
    // Unknown until the response: the server may or may not have stored it.
    sent = undefined;
    try {
      await (copy === undefined ? sendRemoval() : sendCopy(copy));
      failures = 0;
    } catch (error) {
      fail(error, copy);
    }
    isBusy = false;
    if (isDue) run();
  }

  function fail(error: unknown, copy: Copy | undefined): void {
    const newer = newerOf?.(error);
    isHeld = newer !== undefined;
    if (newer) onState({ kind: 'conflict', newer });
    else if (copy !== undefined) onState({ kind: isSignedOut?.(error) ? 'signedOut' : 'failed' });
    if (!newer) tryLater();
  }

  function tryLater(): void {
    failures += 1;
    if (!isClosed && timer === undefined) runAfter(Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS));
  }

  async function sendRemoval(): Promise<void> {
    await remove();
    mayBeThere = false;
    keptAt = undefined;
    onState({ kind: 'idle' });
  }

  async function sendCopy(copy: Copy): Promise<void> {
    mayBeThere = true;
    onState({ kind: 'saving', at: keptAt });
    const text = JSON.stringify(copy);
    keptAt = await put(copy);
    sent = text;
    onState({ kind: 'saved', at: keptAt });
  }

  function forget(): void {
    isHeld = false;
    read = () => undefined;
    run();
  }

  function stop(): void {
    isClosed = true;
    clearTimeout(timer);
  }

  return {
    /** Schedules a save; `readNow` returns the copy to send after the pause, or undefined when nothing is unsaved. */
    change(readNow: () => Copy | undefined): void {
      if (isClosed) return;
      read = readNow;
      runAfter(AUTOSAVE_DELAY_MS);
    },
    retry(): void {
      if (!isClosed) run();
    },
    /** Continues after a conflict. `known` is the server's copy when the form adopted it. */
    resume(known?: Copy): void {
      isHeld = false;
      sent = known && JSON.stringify(known);
      run();
    },
    forget,
    /** Stops sending; the stored copy stays. */
    stop,
    /** Removes the stored copy and stops sending. */
    close(): void {
      if (isClosed) return;
      stop();
      forget();
    },
  };
}
