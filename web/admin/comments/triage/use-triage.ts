import { notifications } from '@mantine/notifications';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { backgroundCall, quietCall } from '../../../session/console-call.ts';
import type { ConsoleKey } from '../../ui/failure-text.ts';
import { notifyFailure, notifyProblem, notifyUndoable } from '../../ui/notify.tsx';
import { NOTHING_LEFT } from '../list/comment-list.tsx';
import type { LoadedComments } from '../load-comments.ts';
import { Triage, type TriageResult, type UndoEntry } from './triage.ts';
import type { TriageState } from './triage-state.ts';

interface TriageInUse {
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
      call: quietCall,
      backgroundCall,
      place,
      view,
      undoEntries: undoEntries.current,
      now: () => new Date().toISOString(),
      tell: (result: TriageResult) => {
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

/** Announcement; `turn` makes a repeated text a new announcement. */
export interface Announcement {
  readonly text: ConsoleKey;
  readonly count: number;
  readonly turn: number;
}

let lastToast: string | undefined;

/** Returns the announcement for a result, or undefined for errors, whose toasts are announced themselves. */
function announcementOf(result: TriageResult, before: Announcement | undefined): Announcement | undefined {
  const text = textOf(result);
  return text && { text, count: 'count' in result ? result.count : 0, turn: (before?.turn ?? 0) + 1 };
}

function textOf(result: TriageResult): ConsoleKey | undefined {
  if (result.kind === 'done') return `moderation.done.${result.action}`;
  if (result.kind === 'undone' || result.kind === 'same' || result.kind === 'nothingToUndo')
    return `moderation.${result.kind}`;
  return undefined;
}

/** Shows the result in a toast that replaces the previous one, because toasts of fast users would cover the list. */
function showResult(result: TriageResult, undo: () => Promise<void> | undefined): void {
  if (lastToast !== undefined) notifications.hide(lastToast);
  lastToast = undefined;
  if (result.kind === 'failed') notifyFailure(result.error);
  else if (result.kind === 'changedMeanwhile' || result.kind === 'editedMeanwhile' || result.kind === 'goneMeanwhile')
    notifyProblem(`moderation.${result.kind}`);
  else lastToast = showToast(result, undo);
}

function showToast(result: TriageResult, undo: () => Promise<void> | undefined): string | undefined {
  const text = textOf(result);
  if (text === undefined) return undefined;
  // The live region of the screen announces it.
  return notifyUndoable(text, {
    undo: result.kind === 'done' ? undo : undefined,
    values: { count: 'count' in result ? result.count : 0 },
    role: 'presentation',
  });
}
