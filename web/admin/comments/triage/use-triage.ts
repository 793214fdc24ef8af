import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { backgroundCall, quietCall } from '../../../session/console-call.ts';
import { NOTHING_LEFT } from '../list/no-comments.tsx';
import type { LoadedComments } from '../load-comments.ts';
import { type Announcement, announcementOf, showResult } from './announce-result.tsx';
import { Triage, type UndoEntry } from './triage.ts';
import type { TriageState } from './triage-state.ts';

export interface TriageInUse {
  readonly triage: Triage;
  readonly state: TriageState;
  readonly announcement: Announcement | undefined;
  readonly focusCurrent: () => void;
}

/** The undo stack survives a change of the list. */
export function useTriage(loaded: LoadedComments, reload: () => void): TriageInUse {
  const [announcement, setAnnouncement] = useState<Announcement>();
  const [focusTurn, setFocusTurn] = useState(0);
  const undoEntries = useRef<UndoEntry[]>([]);
  const latest = useRef<{ readonly triage?: Triage; readonly reload: () => void }>({ reload });
  const focusCurrent = useCallback(() => setFocusTurn((turn) => turn + 1), []);

  const triage = useMemo(() => {
    const { place, view, first, counts } = loaded;
    const undo = () => {
      const done = latest.current.triage?.undo();
      focusCurrent();
      return done;
    };
    const tools = {
      ...{ call: quietCall, backgroundCall, place, view, undoEntries: undoEntries.current },
      now: () => new Date().toISOString(),
      tell: (result: Parameters<typeof showResult>[0]) => {
        setAnnouncement((before) => announcementOf(result, before));
        showResult(result, undo);
        // The current comment may have changed.
        if (!('count' in result) && isFocusHere()) focusCurrent();
      },
      reload: () => latest.current.reload(),
    };
    // A reloaded list keeps its position.
    return new Triage(tools, first, counts, latest.current.triage?.snapshot().currentId);
  }, [loaded, focusCurrent]);
  const state = useSyncExternalStore(triage.subscribe, triage.snapshot, triage.snapshot);

  useEffect(() => {
    latest.current = { triage, reload };
  }, [triage, reload]);

  useEffect(() => {
    if (focusTurn === 0) return;
    const place =
      document.querySelector<HTMLElement>('.comment-card[aria-current]') ?? document.getElementById(NOTHING_LEFT);
    place?.focus();
  }, [focusTurn]);

  return { triage, state, announcement, focusCurrent };
}

function isFocusHere(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.closest(PLACES) !== null;
}

const PLACES = `.comment-list, .comment-selection, #${NOTHING_LEFT}`;
