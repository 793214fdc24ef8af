import type { WorkingCopy } from '#contract/working-copies.ts';

export const AUTOSAVE_DELAY_MS = 3000;
const FIRST_RETRY_MS = 10_000;
const LAST_RETRY_MS = 160_000;

export type AutosaveState =
  | { readonly kind: 'idle' | 'failed' | 'signedOut' }
  | { readonly kind: 'saving'; readonly at: string | undefined }
  | { readonly kind: 'saved'; readonly at: string }
  /** Another window has stored a newer copy; nothing is sent until the user chooses one. */
  | { readonly kind: 'conflict'; readonly newer: WorkingCopy };

interface Options<Copy> {
  /** Copy that the server holds already. */
  readonly initial: Copy | undefined;
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
export function createAutosaver<Copy>({ initial, put, remove, isSignedOut, newerOf, onState }: Options<Copy>) {
  let read: () => Copy | undefined = () => initial;
  let sent = initial && JSON.stringify(initial);
  let storedAt: string | undefined;
  let mayExist = initial !== undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isBusy = false;
  let isDue = false;
  let isClosed = false;
  let isPaused = false;

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
      if (!isPaused && JSON.stringify(copy) !== sent) void send(copy);
    } else if (mayExist) void send(copy);
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
    isPaused = newer !== undefined;
    if (newer) onState({ kind: 'conflict', newer });
    else if (copy !== undefined) onState({ kind: isSignedOut?.(error) ? 'signedOut' : 'failed' });
    if (!newer) retryLater();
  }

  function retryLater(): void {
    failures += 1;
    if (!isClosed && timer === undefined) runAfter(Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS));
  }

  async function sendRemoval(): Promise<void> {
    await remove();
    mayExist = false;
    storedAt = undefined;
    onState({ kind: 'idle' });
  }

  async function sendCopy(copy: Copy): Promise<void> {
    mayExist = true;
    onState({ kind: 'saving', at: storedAt });
    const text = JSON.stringify(copy);
    storedAt = await put(copy);
    sent = text;
    onState({ kind: 'saved', at: storedAt });
  }

  function removeCopy(): void {
    isPaused = false;
    read = () => undefined;
    run();
  }

  function stop(): void {
    isClosed = true;
    clearTimeout(timer);
  }

  return {
    /** Schedules a save; `readCopy` returns the copy to send after the pause, or undefined when nothing is unsaved. */
    change(readCopy: () => Copy | undefined): void {
      if (isClosed) return;
      read = readCopy;
      runAfter(AUTOSAVE_DELAY_MS);
    },
    retry(): void {
      if (!isClosed) run();
    },
    /** Continues after a conflict. `known` is the server's copy when the form adopted it. */
    resume(known?: Copy): void {
      isPaused = false;
      sent = known && JSON.stringify(known);
      run();
    },
    removeCopy,
    stop,
    close(): void {
      if (isClosed) return;
      stop();
      removeCopy();
    },
  };
}
