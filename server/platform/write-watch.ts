import { type Repeating, startRepeating } from '../concurrency/start-repeating.ts';
import type { Clock } from './clock.ts';
import { type DiskSpace, lowSpaceOf, readDiskSpace, type WriteFailure, writeFailureOf } from './disk.ts';
import type { Log } from './log.ts';

type PlaceName = 'database' | 'files';

export interface WatchedPlace {
  readonly name: PlaceName;
  readonly folder?: string | undefined;
  readonly tryWrite: () => Promise<void>;
}

export interface WriteState {
  readonly place: PlaceName;
  readonly failure?: WriteFailure | undefined;
  readonly space?: DiskSpace | undefined;
  readonly isLow: boolean;
}

interface WriteWatchOptions {
  readonly places: readonly WatchedPlace[];
  readonly clock: Clock;
  readonly log: Log;
  readonly lowSpaceOf?: (space: DiskSpace) => number;
}

const MAX_AGE_MS = 60_000;
const MAX_AGE_WHILE_FAILING_MS = 5000;
const CHECK_INTERVAL_MS = 10_000;
/** Free bytes after which a full disk is tried again, several times the usual size of SQLite's WAL. */
const ENOUGH_BYTES = 20_000_000;

export class WriteWatch {
  readonly #options: WriteWatchOptions;
  readonly #states: Map<PlaceName, WriteState>;
  #failingSince = new Map<PlaceName, number>();
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<unknown> = Promise.resolve();

  constructor(options: WriteWatchOptions) {
    this.#options = options;
    this.#states = new Map(options.places.map(({ name }) => [name, { place: name, isLow: false }]));
  }

  note(error: unknown): void {
    const failure = writeFailureOf(error);
    if (!failure) return;
    const name = isOfFiles(error) ? 'files' : 'database';
    if (this.#states.get(name)?.failure) return;
    this.#set(name, { failure });
    this.#checkedAt = this.#now();
    this.#failingSince.set(name, this.#now());
    const folder = this.#options.places.find((place) => place.name === name)?.folder;
    this.#options.log.error({ err: error, place: name, folder, failure }, 'storage not writable');
  }

  async read(): Promise<readonly WriteState[]> {
    const now = this.#now();
    const isFailing = [...this.#states.values()].some(({ failure }) => failure);
    if (Math.abs(now - this.#checkedAt) >= (isFailing ? MAX_AGE_WHILE_FAILING_MS : MAX_AGE_MS)) {
      this.#checkedAt = now;
      this.#checking = Promise.all(this.#options.places.map((place) => this.#check(place)));
    }
    await this.#checking;
    return [...this.#states.values()];
  }

  async failureOf(name: PlaceName): Promise<WriteFailure | undefined> {
    return (await this.read()).find(({ place }) => place === name)?.failure;
  }

  start(): Repeating {
    const { log } = this.#options;
    const check = async () => void (await this.read());
    return startRepeating(check, { everyMs: CHECK_INTERVAL_MS, log, failure: 'disk space could not be read' });
  }

  async #check(place: WatchedPlace): Promise<void> {
    const { name, folder } = place;
    const space = folder === undefined ? undefined : await readDiskSpace(folder).catch(() => undefined);
    this.#noteSpace(place, space);
    const failure = this.#states.get(name)?.failure;
    const isFull = failure === 'full' && space && space.freeBytes < Math.min(ENOUGH_BYTES, lowSpaceOf(space));
    if (!failure || isFull) return;
    try {
      await place.tryWrite();
    } catch (error) {
      this.#set(name, { failure: writeFailureOf(error) ?? failure });
      return;
    }
    this.#set(name, { failure: undefined });
    const failedSeconds = Math.round((this.#now() - (this.#failingSince.get(name) ?? 0)) / 1000);
    this.#options.log.info({ place: name, folder, failedSeconds }, 'storage writable again');
  }

  #noteSpace({ name, folder }: WatchedPlace, space: DiskSpace | undefined): void {
    const { log, lowSpaceOf: limitOf = lowSpaceOf } = this.#options;
    const isLow = space !== undefined && space.freeBytes < limitOf(space);
    if (isLow && !this.#states.get(name)?.isLow) {
      log.warn({ place: name, folder, freeBytes: space.freeBytes }, 'low disk space');
    }
    this.#set(name, { space, isLow });
  }

  #set(name: PlaceName, changed: Partial<WriteState>): void {
    this.#states.set(name, { place: name, isLow: false, ...this.#states.get(name), ...changed });
  }

  #now(): number {
    return this.#options.clock.now().getTime();
  }
}

function isOfFiles(error: unknown): boolean {
  return error instanceof Error && (error.name === 'StorageUnavailable' || 'syscall' in error);
}
