import { notifications } from '@mantine/notifications';
import type { ConsoleKey } from '../../ui/failure-text.ts';
import { notifyFailure, notifyProblem, notifyUndoable } from '../../ui/notify.tsx';
import type { TriageResult } from './triage.ts';

/** Announcement; `turn` makes a repeated text a new announcement. */
export interface Announcement {
  readonly text: ConsoleKey;
  readonly count: number;
  readonly turn: number;
}

let lastToast: string | undefined;

/** Returns the announcement for a result, or undefined for errors, whose toasts are announced themselves. */
export function announcementOf(result: TriageResult, before: Announcement | undefined): Announcement | undefined {
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
export function showResult(result: TriageResult, undo: () => Promise<void> | undefined): void {
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
