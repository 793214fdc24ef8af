import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { notifyProblem } from '../../ui/notify.tsx';
import { type QueueOptions, type Upload, UploadQueue } from './upload-queue.ts';

export type { Upload, UploadStatus } from './upload-queue.ts';

export interface UploadsOptions extends QueueOptions {
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
