import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { backgroundCall, quietCall } from '../../../session/console-call.ts';
import { NOTHING_LEFT } from '../list/no-comments.tsx';
import type { LoadedComments } from '../load-comments.ts';
import { type Said, saidOf, showTold } from './told.tsx';
import { Triage, type UndoEntry } from './triage.ts';
import type { TriageState } from './triage-state.ts';

export interface TriageInUse {
  readonly triage: Triage;
  readonly state: TriageState;
  readonly said: Said | undefined;
  readonly focusCurrent: () => void;
}

/** The undo stack survives a change of the list. */
export function useTriage(loaded: LoadedComments, reload: () => void): TriageInUse {
  const [said, setSaid] = useState<Said>();
  const [focusTurn, setFocusTurn] = useState(0);
  const deeds = useRef<UndoEntry[]>([]);
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
      ...{ call: quietCall, backgroundCall, place, view, deeds: deeds.current },
      now: () => new Date().toISOString(),
      tell: (told: Parameters<typeof showTold>[0]) => {
        setSaid((before) => saidOf(told, before));
        showTold(told, undo);
        // The current comment may have changed.
        if (!('count' in told) && isFocusHere()) focusCurrent();
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

  return { triage, state, said, focusCurrent };
}

function isFocusHere(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.closest(PLACES) !== null;
}

const PLACES = `.comment-list, .comment-selection, #${NOTHING_LEFT}`;
