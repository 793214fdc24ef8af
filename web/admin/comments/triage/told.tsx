import { notifications } from '@mantine/notifications';
import type { ConsoleKey } from '../../ui/failure-text.ts';
import { notifyFailure, notifyProblem, notifyUndoable } from '../../ui/notify.tsx';
import type { Told } from './triage.ts';

/** A text for those who listen; the same said twice is said twice. */
export interface Said {
  readonly text: ConsoleKey;
  readonly count: number;
  readonly turn: number;
}

let lastToast: string | undefined;

/** What is said of something; complaints speak for themselves. */
export function saidOf(told: Told, before: Said | undefined): Said | undefined {
  const text = textOf(told);
  return text && { text, count: 'count' in told ? told.count : 0, turn: (before?.turn ?? 0) + 1 };
}

function textOf(told: Told): ConsoleKey | undefined {
  if (told.kind === 'done') return `moderation.done.${told.action}`;
  if (told.kind === 'undone' || told.kind === 'same' || told.kind === 'nothingToUndo') return `moderation.${told.kind}`;
  return undefined;
}

/** Shows it at the bottom of the page. Each takes the place of the one before: whoever is quick would bury the list. */
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
  // It is said by the screen itself, which stays where it is.
  return notifyUndoable(text, {
    undo: told.kind === 'done' ? undo : undefined,
    values: { count: 'count' in told ? told.count : 0 },
    role: 'presentation',
  });
}
