import { notifications } from '@mantine/notifications';
import type { ConsoleKey } from '../../ui/failure-text.ts';
import { notifyFailure, notifyProblem, notifyUndoable } from '../../ui/notify.tsx';
import type { Told } from './triage.ts';

/** Announcement; `turn` makes a repeated text a new announcement. */
export interface Said {
  readonly text: ConsoleKey;
  readonly count: number;
  readonly turn: number;
}

let lastToast: string | undefined;

/** Returns the announcement for a result, or undefined for errors, whose toasts are announced themselves. */
export function saidOf(told: Told, before: Said | undefined): Said | undefined {
  const text = textOf(told);
  return text && { text, count: 'count' in told ? told.count : 0, turn: (before?.turn ?? 0) + 1 };
}

function textOf(told: Told): ConsoleKey | undefined {
  if (told.kind === 'done') return `moderation.done.${told.action}`;
  if (told.kind === 'undone' || told.kind === 'same' || told.kind === 'nothingToUndo') return `moderation.${told.kind}`;
  return undefined;
}

/** Shows the result in a toast that replaces the previous one, because toasts of fast users would cover the list. */
export function showTold(told: Told, undo: () => Promise<void> | undefined): void {
  if (lastToast !== undefined) notifications.hide(lastToast);
  lastToast = undefined;
  if (told.kind === 'failed') notifyFailure(told.error);
  else if (told.kind === 'changedMeanwhile' || told.kind === 'editedMeanwhile' || told.kind === 'goneMeanwhile')
    notifyProblem(`moderation.${told.kind}`);
  else lastToast = showToast(told, undo);
}

function showToast(told: Told, undo: () => Promise<void> | undefined): string | undefined {
  const text = textOf(told);
  if (text === undefined) return undefined;
  // The live region of the screen announces it.
  return notifyUndoable(text, {
    undo: told.kind === 'done' ? undo : undefined,
    values: { count: 'count' in told ? told.count : 0 },
    role: 'presentation',
  });
}
