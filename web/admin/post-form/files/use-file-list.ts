import { useEffect, useRef } from 'react';
import type { AdminFile } from '#contract/admin-files.ts';
import { MAX_FILES } from '#contract/admin-posts.ts';
import type { ServiceConfigs } from '#contract/service-configs.ts';
import { keepExisting } from '../../files/remove-files.ts';
import { type Upload, type Uploads, useUploads } from '../../files/upload/use-uploads.ts';
import { notifyFailure, notifyProblem } from '../../ui/notify.tsx';
import { type FileEntry, moved, newEntry, withEntry } from '../post-form-values.ts';
import type { PostFormState } from '../use-post-form.ts';
import type { KnownFiles } from './use-known-files.ts';

export interface UploadState {
  readonly running: number;
  readonly failed: number;
}

/** Tracks the uploads of all parts of a form, so that saving can wait for them. */
export class PendingUploads {
  readonly #parts = new Map<string, UploadState>();
  #waiting: (() => void)[] = [];

  setState(part: string, state: UploadState): void {
    this.#parts.set(part, state);
    if (this.running > 0) return;
    for (const go of this.#waiting.splice(0)) go();
  }

  get running(): number {
    return this.#sum(({ running }) => running);
  }

  /** Resolves to false when one of the uploads failed. */
  async finished(): Promise<boolean> {
    if (this.running === 0) return true;
    const before = this.#sum(({ failed }) => failed);
    await new Promise<void>((go) => this.#waiting.push(go));
    return this.#sum(({ failed }) => failed) <= before;
  }

  #sum(count: (state: UploadState) => number): number {
    return [...this.#parts.values()].reduce((sum, state) => sum + count(state), 0);
  }
}

export function useFileList(
  { serviceId, settings, form, known, pendingUploads }: FileFieldProps,
  name: 'images' | 'files',
) {
  const turns = useRef({ next: 0, ofFile: new Map<File, number>(), ofEntry: new Map<string, number>() });
  const uploads = useUploads({
    serviceId,
    settings,
    isKept: false,
    fileType: name === 'images' ? 'image' : 'file',
    onDone: (file, upload) => {
      known.learn([file]);
      turns.current.ofEntry.set(file.fileId, turns.current.ofFile.get(upload.file) ?? 0);
      change((entries) => withEntry(entries, newEntry(file), (fileId) => turns.current.ofEntry.get(fileId)));
      if (file.sameAs === null) uploads.dismiss(upload.id);
    },
  });
  const entries = form.values[name];
  const remaining = MAX_FILES - entries.length - useRunningUploads(pendingUploads, name, uploads);

  function change(next: (entries: readonly FileEntry[]) => FileEntry[]): void {
    form.setFieldValue(name, next(form.getValues()[name]));
    for (const path of Object.keys(form.errors)) {
      if (path === name || path.startsWith(`${name}.`)) form.clearFieldError(path);
    }
  }

  function fitting<Item extends { readonly name: string }>(items: readonly Item[]): readonly Item[] {
    const accepted = items.slice(0, Math.max(0, remaining));
    const names = items.slice(accepted.length).map((item) => item.name);
    if (names.length > 0) notifyProblem('postFiles.tooMany', { max: MAX_FILES, names });
    return accepted;
  }

  function upload(files: readonly File[]): void {
    const accepted = fitting(files);
    for (const file of accepted) {
      turns.current.ofFile.set(file, turns.current.next);
      turns.current.next += 1;
    }
    uploads.add(accepted);
  }

  function pick(files: readonly AdminFile[]): void {
    const listed = new Set(entries.map(({ fileId }) => fileId));
    const accepted = fitting(files.filter(({ fileId }) => !listed.has(fileId)));
    known.learn(accepted);
    change((before) => accepted.reduce<FileEntry[]>((all, file) => withEntry(all, newEntry(file)), [...before]));
  }

  async function exchange({ id }: Upload, copy: AdminFile): Promise<void> {
    try {
      const existing = await keepExisting(copy);
      uploads.dismiss(id);
      if (!existing) return;
      known.learn([existing]);
      change((before) => exchanged(before, copy.fileId, newEntry(existing)));
    } catch (error) {
      notifyFailure(error);
    }
  }

  return {
    entries,
    uploads,
    remaining,
    upload,
    pick,
    remove: (fileId: string) => change((before) => before.filter((entry) => entry.fileId !== fileId)),
    move: (fileId: string, overId: string) => change((before) => moved(before, fileId, overId)),
    exchange,
  };
}

export function useRunningUploads(pendingUploads: PendingUploads, part: string, { uploads }: Uploads): number {
  const running = uploads.filter(({ status }) => ['waiting', 'sending', 'finishing'].includes(status)).length;
  const failed = uploads.filter(({ status }) => status === 'failed').length;
  useEffect(() => pendingUploads.setState(part, { running, failed }), [pendingUploads, part, running, failed]);
  return running;
}

export function uploadsToShow(uploads: readonly Upload[]): readonly Upload[] {
  return uploads.filter(({ status, result }) => status !== 'done' || (result?.sameAs ?? null) !== null);
}

function exchanged(entries: readonly FileEntry[], fileId: string, entry: FileEntry): FileEntry[] {
  const others = entries.filter((each) => each.fileId !== entry.fileId);
  return others.map((each) => (each.fileId === fileId ? { ...entry, caption: each.caption } : each));
}

export interface FileFieldProps extends Pick<PostFormState, 'form' | 'body'> {
  readonly serviceId: string;
  readonly settings: ServiceConfigs;
  readonly known: KnownFiles;
  readonly pendingUploads: PendingUploads;
  readonly onInsert: (text: string) => void;
}
