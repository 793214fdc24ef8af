import { useEffect, useRef } from 'react';
import {
  areLetterShortcutsOn,
  isComposing,
  isInFieldOrOverlay,
  type Pressed,
  type Shortcut,
  useShortcuts,
} from '../../ui/shortcuts.ts';
import type { Triage } from './triage.ts';

type TriageCommand =
  | 'next'
  | 'previous'
  | 'publish'
  | 'unpublish'
  | 'delete'
  | 'restore'
  | 'reply'
  | 'spam'
  | 'select'
  | 'undo'
  | 'search'
  | 'clear';

const LETTERS = new Map<string, TriageCommand>([
  ['j', 'next'],
  ['k', 'previous'],
  ['p', 'publish'],
  ['u', 'unpublish'],
  ['d', 'delete'],
  ['r', 'restore'],
  ['a', 'reply'],
  ['s', 'spam'],
  ['x', 'select'],
  ['z', 'undo'],
  ['/', 'search'],
]);

/** Keys other than letters. They work while the list has the focus, even when single-letter shortcuts are disabled. */
const LIST_KEYS = new Map<string, TriageCommand>([
  ['ArrowDown', 'next'],
  ['ArrowUp', 'previous'],
  ['Escape', 'clear'],
]);

const REPEATED: readonly TriageCommand[] = ['next', 'previous'];

export type PressedKey = Pressed & Pick<KeyboardEvent, 'repeat'>;

export interface KeyContext {
  readonly isInFieldOrOverlay: boolean;
  readonly isInList: boolean;
  readonly hasLetters: boolean;
}

export function commandOf(pressed: PressedKey, context: KeyContext): TriageCommand | undefined {
  if (context.isInFieldOrOverlay || isIgnored(pressed)) return undefined;
  const letter = context.hasLetters ? LETTERS.get(pressed.key.toLowerCase()) : undefined;
  const command = letter ?? (context.isInList ? LIST_KEYS.get(pressed.key) : undefined);
  if (command === undefined || (pressed.repeat && !REPEATED.includes(command))) return undefined;
  return command;
}

function isIgnored(pressed: Pressed): boolean {
  const { ctrlKey, metaKey, altKey, defaultPrevented } = pressed;
  return isComposing(pressed) || ctrlKey || metaKey || altKey || defaultPrevented;
}

const reading: readonly Shortcut[] = [
  { label: 'moderation.keys.next', caps: ['J', '↓'] },
  { label: 'moderation.keys.previous', caps: ['K', '↑'] },
  { label: 'moderation.keys.search', caps: ['/'] },
];

const changing: readonly Shortcut[] = [
  { label: 'moderation.keys.publish', caps: ['P'] },
  { label: 'moderation.keys.unpublish', caps: ['U'] },
  { label: 'moderation.keys.delete', caps: ['D'] },
  { label: 'moderation.keys.reply', caps: ['A'] },
  { label: 'moderation.keys.spam', caps: ['S'] },
  { label: 'moderation.keys.restore', caps: ['R'] },
  { label: 'moderation.keys.undo', caps: ['Z'] },
  { label: 'moderation.keys.select', caps: ['X'] },
  { label: 'moderation.keys.clear', caps: ['Esc'] },
];

const triageShortcuts = (canAct: boolean) => (canAct ? [...reading, ...changing] : reading);

interface TriageKeysOptions {
  readonly triage: Triage;
  readonly canAct: boolean;
  readonly isBin: boolean;
  readonly onSearch: () => void;
  readonly focusCurrent: () => void;
}

export function useTriageKeys(options: TriageKeysOptions): void {
  const { canAct } = options;
  const latest = useRef(options);
  latest.current = options;
  useShortcuts({
    title: 'moderation.heading',
    shortcuts: triageShortcuts(canAct),
    note: canAct ? 'moderation.keys.selected' : undefined,
  });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      const isInList = target.closest('.comment-list, .comment-selection') !== null;
      const context = {
        isInFieldOrOverlay: isInFieldOrOverlay(target) || document.querySelector('[role=dialog]') !== null,
        isInList,
        hasLetters: areLetterShortcutsOn(),
      };
      const command = commandOf(event, context);
      if (command !== undefined && runCommand(command, latest.current)) event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

function runCommand(command: TriageCommand, options: TriageKeysOptions): boolean {
  const { triage, canAct, onSearch, focusCurrent } = options;
  if (command === 'search') onSearch();
  else if (command === 'next' || command === 'previous') {
    void triage.step(command === 'next' ? 1 : -1).then(focusCurrent);
  } else return canAct && change(command, options);
  return true;
}

type ChangeCommand = Exclude<TriageCommand, 'search' | 'next' | 'previous'>;

function openReply(): boolean {
  const button = document.querySelector<HTMLElement>('.comment-card[aria-current] [data-reply]');
  button?.click();
  return button !== null;
}

function change(command: ChangeCommand, { triage, isBin, focusCurrent }: TriageKeysOptions): boolean {
  const { currentId, selectedIds } = triage.snapshot();
  if (command === 'undo') void triage.undo();
  else if (command === 'clear') triage.select([]);
  else if (currentId === undefined) return false;
  else if (command === 'select') triage.toggle(currentId);
  else if (command === 'reply') return openReply();
  else if ((command === 'restore') !== isBin) return false;
  else void triage.act(selectedIds.size > 0 ? [...selectedIds] : [currentId], command);
  focusCurrent();
  return true;
}
