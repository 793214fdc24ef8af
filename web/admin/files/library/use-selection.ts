import { useState } from 'react';

export interface Selection {
  readonly ids: readonly string[];
  readonly has: (fileId: string) => boolean;
  readonly toggle: (fileId: string) => void;
  readonly set: (fileIds: readonly string[]) => void;
}

/** Files that leave the page are deselected. */
export function useSelection(shownIds: readonly string[]): Selection {
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set());
  const ids = shownIds.filter((id) => wanted.has(id));
  return {
    ids,
    has: (fileId) => wanted.has(fileId),
    toggle: (fileId) => setWanted(new Set(wanted.has(fileId) ? ids.filter((id) => id !== fileId) : [...ids, fileId])),
    set: (fileIds) => setWanted(new Set(fileIds)),
  };
}
