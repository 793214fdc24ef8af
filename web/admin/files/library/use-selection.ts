import { useState } from 'react';

export interface Selection {
  readonly ids: readonly string[];
  readonly has: (fileId: string) => boolean;
  readonly toggle: (fileId: string) => void;
  readonly set: (fileIds: readonly string[]) => void;
}

/** Files that leave the page are deselected. */
export function useSelection(shownIds: readonly string[]): Selection {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const ids = shownIds.filter((id) => selectedIds.has(id));
  return {
    ids,
    has: (fileId) => selectedIds.has(fileId),
    toggle: (fileId) =>
      setSelectedIds(new Set(selectedIds.has(fileId) ? ids.filter((id) => id !== fileId) : [...ids, fileId])),
    set: (fileIds) => setSelectedIds(new Set(fileIds)),
  };
}
