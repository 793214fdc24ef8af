import { useEffect, useRef, useState } from 'react';
import type { AdminFile } from '#contract/admin-files.ts';
import { adminFileApi } from '#contract/admin-files.ts';
import { ApiError } from '#contract/api-client.ts';
import type { ShownFile } from '#contract/files.ts';
import { backgroundCall } from '../../../../session/console-call.ts';
import { type KnownFile, knownFromPost, toKnownFile } from './known-file.ts';

export interface KnownFiles {
  readonly get: (fileId: string) => KnownFile;
  readonly learn: (files: readonly AdminFile[]) => void;
}

/**
 * Holds display data of the form's files. Files from drafts or working copies, and files without an address, are
 * requested from the media library.
 */
export function useKnownFiles(
  serviceId: string,
  { stored, wanted }: { readonly stored: readonly ShownFile[]; readonly wanted: readonly string[] },
): KnownFiles {
  const [known, setKnown] = useState(() => knownFromPost(stored));
  const asked = useRef(new Set<string>());
  const set = (fileId: string, file: KnownFile) => setKnown((before) => new Map(before).set(fileId, file));

  async function ask(fileId: string): Promise<void> {
    try {
      const file = await backgroundCall(adminFileApi.find, { params: { serviceId, fileId } });
      set(fileId, toKnownFile(file));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) set(fileId, 'missing');
      // Allows another attempt when the form changes.
      else asked.current.delete(fileId);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each id is asked for once
  useEffect(() => {
    for (const fileId of wanted) {
      if (known.has(fileId) || asked.current.has(fileId)) continue;
      asked.current.add(fileId);
      void ask(fileId);
    }
  }, [wanted.join(), known]);

  return {
    get: (fileId) => known.get(fileId) ?? 'loading',
    learn: (files) =>
      setKnown((before) => new Map([...before, ...files.map((file) => [file.fileId, toKnownFile(file)] as const)])),
  };
}
