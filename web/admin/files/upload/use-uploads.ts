import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { AdminFile } from '#contract/admin-files.ts';
import type { FileType } from '#contract/files.ts';
import { notifyProblem } from '../../ui/notify.tsx';
import { forgetUpload, UnansweredUpload, uploadFile } from './upload-file.ts';
import {
  errorOf,
  kindOf,
  pickedMimeType,
  problemOfError,
  problemOfInvalid,
  type UploadProblem,
  type UploadSettings,
} from './upload-rules.ts';

interface UploadsOptions extends QueueOptions {
  /** Key of a queue that continues when the screen is left. Without it, leaving cancels the uploads. */
  readonly draftKey?: string;
}

export interface Uploads {
  readonly uploads: readonly Upload[];
  /** Closing the page asks for confirmation; leaving the screen is up to the caller. */
  readonly isUploading: boolean;
  readonly add: (files: readonly File[]) => void;
  readonly cancel: (id: string) => void;
  readonly retry: (id: string) => void;
  readonly dismiss: (id: string) => void;
}

const queuesByDraft = new Map<string, UploadQueue>();

export function useUploads({ draftKey, ...options }: UploadsOptions): Uploads {
  const queue = useQueue(draftKey, options);
  useEffect(() => {
    queue.configure(options);
    // Uploads that outlive their screen have no listener.
    return () => queue.configure({ ...options, onDone: undefined });
  });
  const uploads = useSyncExternalStore(queue.subscribe, queue.snapshot, none);
  const add = useCallback(
    (files: readonly File[]) => {
      if (queue.add(files) > 0) notifyProblem('files.upload.tooMany');
    },
    [queue],
  );
  return {
    uploads,
    isUploading: uploads.some(({ status }) => ['waiting', 'sending', 'finishing'].includes(status)),
    add,
    cancel: useCallback((id) => queue.cancel(id), [queue]),
    retry: useCallback((id) => queue.retry(id), [queue]),
    dismiss: useCallback((id) => queue.dismiss(id), [queue]),
  };
}

function useQueue(draftKey: string | undefined, options: QueueOptions): UploadQueue {
  const [own] = useState(() => new UploadQueue(options));
  useEffect(() => () => own.clear(), [own]);
  return draftKey === undefined ? own : queueOfDraft(draftKey, options);
}

function queueOfDraft(name: string, options: QueueOptions): UploadQueue {
  const queue = queuesByDraft.get(name) ?? new UploadQueue(options);
  queuesByDraft.set(name, queue);
  return queue;
}

const NOTHING: readonly Upload[] = [];
const none = () => NOTHING;

/** `finishing`: the server processes the received bytes. */
export type UploadStatus = 'waiting' | 'sending' | 'finishing' | 'done' | 'failed' | 'cancelled';

export interface Upload {
  readonly id: string;
  readonly file: File;
  readonly fileType: FileType;
  readonly status: UploadStatus;
  readonly sent: number;
  readonly problem?: UploadProblem;
  readonly result?: AdminFile;
}

interface QueueOptions {
  readonly serviceId: string;
  readonly settings: UploadSettings;
  readonly isKept: boolean;
  /** Type of all added files; undefined derives it from the MIME type. */
  readonly fileType?: FileType | undefined;
  readonly onDone?: ((file: AdminFile, upload: Upload) => void) | undefined;
}

/** Maximum number of concurrent uploads; more would only share the bandwidth. */
const AT_ONCE = 3;
const MAX_UPLOADS = 100;

const isRunning = ({ status }: Upload) => status === 'sending' || status === 'finishing';

class UploadQueue {
  #uploads: readonly Upload[] = [];
  readonly #stops = new Map<string, AbortController>();
  readonly #unanswered = new Map<string, string>();
  readonly #listeners = new Set<() => void>();
  #options: QueueOptions;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  configure(options: QueueOptions): void {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): readonly Upload[] => this.#uploads;

  /**
   * Files that the service does not accept are listed with the reason. Returns the number of files beyond the limit.
   */
  add(files: readonly File[]): number {
    const unfinished = this.#uploads.filter(({ status }) => status !== 'done');
    const accepted = files.slice(0, Math.max(0, MAX_UPLOADS - unfinished.length));
    this.#set([
      ...(accepted.length + this.#uploads.length > MAX_UPLOADS ? unfinished : this.#uploads),
      ...accepted.map((file) => this.#toUpload(file)),
    ]);
    this.#startNext();
    return files.length - accepted.length;
  }

  cancel(id: string): void {
    this.#stops.get(id)?.abort();
    this.#change(id, (upload) => (upload.status === 'waiting' ? { ...upload, status: 'cancelled' } : upload));
  }

  retry(id: string): void {
    this.#change(id, ({ problem: _, ...upload }) =>
      upload.status === 'failed' || upload.status === 'cancelled' ? { ...upload, status: 'waiting', sent: 0 } : upload,
    );
    this.#startNext();
  }

  dismiss(id: string): void {
    this.#stops.get(id)?.abort();
    this.#forgetUnanswered(id);
    this.#set(this.#uploads.filter((upload) => upload.id !== id));
  }

  clear(): void {
    for (const { id } of this.#uploads) this.dismiss(id);
  }

  #forgetUnanswered(id: string): void {
    const fileId = this.#unanswered.get(id);
    this.#unanswered.delete(id);
    if (fileId !== undefined) void forgetUpload({ serviceId: this.#options.serviceId, fileId });
  }

  get #kinds(): readonly FileType[] {
    const { fileType } = this.#options;
    return fileType === undefined ? ['image', 'file'] : [fileType];
  }

  #toUpload(file: File): Upload {
    const { settings, fileType: requestedType } = this.#options;
    const mimeType = pickedMimeType(file);
    const fileType = requestedType ?? kindOf(mimeType, settings);
    const reason = errorOf({ name: file.name, size: file.size, mimeType }, fileType, settings);
    const upload = { id: crypto.getRandomValues(new Uint32Array(4)).join('-'), file, fileType, sent: 0 };
    if (reason === undefined) return { ...upload, status: 'waiting' };
    return { ...upload, status: 'failed', problem: problemOfInvalid(reason, fileType, settings, this.#kinds) };
  }

  #startNext(): void {
    const free = AT_ONCE - this.#uploads.filter(isRunning).length;
    const waiting = this.#uploads.filter(({ status }) => status === 'waiting').slice(0, Math.max(0, free));
    for (const upload of waiting) void this.#run(upload);
  }

  async #run({ id, file, fileType }: Upload): Promise<void> {
    const { serviceId, isKept, settings } = this.#options;
    const stop = new AbortController();
    this.#stops.set(id, stop);
    this.#change(id, (upload) => ({ ...upload, status: 'sending' }));
    try {
      const onProgress = (sent: number) =>
        this.#change(id, (upload) => ({ ...upload, sent, status: sent >= file.size ? 'finishing' : 'sending' }));
      const unanswered = this.#unanswered.get(id);
      this.#unanswered.delete(id);
      const { signal } = stop;
      const result = await uploadFile({ serviceId, file, fileType, isKept, unanswered, signal, onProgress });
      this.#change(id, (upload) => ({ ...upload, status: 'done', sent: file.size, result }));
      const upload = this.#uploads.find((each) => each.id === id);
      if (upload) this.#options.onDone?.(result, upload);
    } catch (error) {
      if (error instanceof UnansweredUpload) this.#unanswered.set(id, error.fileId);
      if (stop.signal.aborted) {
        this.#forgetUnanswered(id);
        this.#change(id, (upload) => ({ ...upload, status: 'cancelled', sent: 0 }));
      } else {
        const problem = problemOfError(error, fileType, settings, this.#kinds);
        this.#change(id, (upload) => ({ ...upload, status: 'failed', sent: 0, problem }));
      }
    } finally {
      this.#stops.delete(id);
      this.#startNext();
    }
  }

  #change(id: string, next: (upload: Upload) => Upload): void {
    this.#set(this.#uploads.map((upload) => (upload.id === id ? next(upload) : upload)));
  }

  #set(uploads: readonly Upload[]): void {
    this.#uploads = uploads;
    for (const listener of this.#listeners) listener();
  }
}
