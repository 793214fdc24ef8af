import { useEffect, useRef, useState } from 'react';
import { type AdminFile, adminFileApi } from '#contract/admin-files.ts';
import { ApiError } from '#contract/api-client.ts';
import type { ShownFile } from '#contract/files.ts';
import { backgroundCall } from '../../../session/console-call.ts';
import { withServedUrls } from '../../files/file-addresses.ts';
import { toShownFile } from '../../posts/shown-file.ts';

export interface KnownFiles {
  readonly get: (fileId: string) => KnownFile;
  readonly learn: (files: readonly AdminFile[]) => void;
}

/** Requests display data of files from drafts or working copies, and of files without an address. */
export function useKnownFiles(
  serviceId: string,
  { stored, fileIds }: { readonly stored: readonly ShownFile[]; readonly fileIds: readonly string[] },
): KnownFiles {
  const [known, setKnown] = useState(() => knownFromPost(stored));
  const requested = useRef(new Set<string>());
  const set = (fileId: string, file: KnownFile) => setKnown((before) => new Map(before).set(fileId, file));

  async function ask(fileId: string): Promise<void> {
    try {
      const file = await backgroundCall(adminFileApi.find, { params: { serviceId, fileId } });
      set(fileId, toKnownFile(file));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) set(fileId, 'missing');
      // Allows another attempt when the form changes.
      else requested.current.delete(fileId);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `join` compares the ids by value
  useEffect(() => {
    for (const fileId of fileIds) {
      if (known.has(fileId) || requested.current.has(fileId)) continue;
      requested.current.add(fileId);
      void ask(fileId);
    }
  }, [fileIds.join(), known]);

  return {
    get: (fileId) => known.get(fileId) ?? 'loading',
    learn: (files) =>
      setKnown((before) => new Map([...before, ...files.map((file) => [file.fileId, toKnownFile(file)] as const)])),
  };
}

/** File with display data; `unavailableReason` is the reason why readers cannot load it, or soon will not. */
export type FileOfForm = ShownFile & { readonly unavailableReason?: 'removed' | 'withdrawn' };

export type KnownFile = FileOfForm | 'loading' | 'missing';

export function toKnownFile(file: AdminFile): FileOfForm {
  const shown = toShownFile(withServedUrls(file));
  if (file.isWithdrawn) return { ...shown, unavailableReason: 'withdrawn' };
  return file.status === 'removed' ? { ...shown, unavailableReason: 'removed' } : shown;
}

/** Skips files without an address, which must be looked up for the reason. */
export function knownFromPost(files: readonly ShownFile[]): Map<string, KnownFile> {
  return new Map(files.filter(({ src }) => src !== undefined).map((file) => [file.fileId, file]));
}
