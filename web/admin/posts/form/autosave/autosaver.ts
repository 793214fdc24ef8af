import type { WorkingCopy } from '#contract/working-copies.ts';

/** Time after the last change until it is sent, in milliseconds. */
export const AUTOSAVE_DELAY_MS = 3000;
const FIRST_RETRY_MS = 10_000;
const LAST_RETRY_MS = 160_000;

/** `at` is the instant at which the server last kept something. */
export type AutosaveState =
  | { readonly kind: 'idle' | 'failed' | 'signedOut' }
  | { readonly kind: 'saving'; readonly at: string | undefined }
  | { readonly kind: 'saved'; readonly at: string }
  /** Another window has written a newer copy: nothing is sent until the person has chosen. */
  | { readonly kind: 'conflict'; readonly newer: WorkingCopy };

interface Options<Copy> {
  /** What the server keeps already; nothing if it keeps nothing. */
  readonly kept: Copy | undefined;
  /** Answers with the instant of keeping. */
  readonly put: (copy: Copy) => Promise<string>;
  readonly remove: () => Promise<void>;
  /** Whether something failed because nobody is signed in any more. */
  readonly isSignedOut?: (error: unknown) => boolean;
  /** The copy that another window has written, if that is why something was refused. */
  readonly newerOf?: (error: unknown) => WorkingCopy | undefined;
  readonly onState: (state: AutosaveState) => void;
}

export type Autosaver<Copy> = ReturnType<typeof createAutosaver<Copy>>;

/** Sends what is typed to the server after each pause: one request at a time, and the newest wins. */
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
    // Until there is an answer, nobody knows what the server has.
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
    /** Something was typed; `readNow` tells what is to be kept after the pause, or that it is as it was saved. */
    change(readNow: () => Copy | undefined): void {
      if (isClosed) return;
      read = readNow;
      runAfter(AUTOSAVE_DELAY_MS);
    },
    /** What failed is tried again at once. */
    retry(): void {
      if (!isClosed) run();
    },
    /** Goes on after a conflict. `known` is what the server has, where the form took it over. */
    resume(known?: Copy): void {
      isHeld = false;
      sent = known && JSON.stringify(known);
      run();
    },
    /** Takes away what is kept, at once. */
    forget,
    /** Sends nothing any more; what is kept stays. */
    stop,
    /** Takes away what is kept, and sends nothing after that. */
    close(): void {
      if (isClosed) return;
      stop();
      forget();
    },
  };
}
