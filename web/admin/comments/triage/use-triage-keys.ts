import { useEffect, useRef, useState } from 'react';
import { isTriageLetters, rememberTriageLetters } from './letters-memory.ts';
import type { Triage } from './triage.ts';
import { commandOf, type TriageCommand } from './triage-key.ts';

export interface TriageKeysOptions {
  readonly triage: Triage;
  readonly canAct: boolean;
  readonly isBin: boolean;
  readonly onHelp: () => void;
  readonly onSearch: () => void;
  readonly focusCurrent: () => void;
}

export interface TriageKeys {
  /** Single letters can be switched off: some people speak to their computer, and it types. */
  readonly hasLetters: boolean;
  readonly setHasLetters: (hasLetters: boolean) => void;
}

/** Goes through comments by keys, wherever on the screen nothing is typed. */
export function useTriageKeys(options: TriageKeysOptions): TriageKeys {
  const [hasLetters, setHasLetters] = useState(isTriageLetters);
  const latest = useRef(options);
  latest.current = options;

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const place = event.target instanceof Element ? event.target : document.body;
      const isInList = place.closest('.comment-list, .comment-selection') !== null;
      const command = commandOf(event, { isElsewhere: isElsewhere(place), isInList, hasLetters });
      if (command !== undefined && obey(command, latest.current)) event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [hasLetters]);

  return {
    hasLetters,
    setHasLetters: (next) => {
      rememberTriageLetters(next);
      setHasLetters(next);
    },
  };
}

const TYPING = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]';
const ON_TOP = '[role=dialog], [role=menu], [role=listbox]';

function isElsewhere(place: Element): boolean {
  return place.closest(`${TYPING}, ${ON_TOP}`) !== null || document.querySelector('[role=dialog]') !== null;
}

/** Answers whether it meant anything here. */
function obey(command: TriageCommand, options: TriageKeysOptions): boolean {
  const { triage, canAct, onHelp, onSearch, focusCurrent } = options;
  if (command === 'help') onHelp();
  else if (command === 'search') onSearch();
  else if (command === 'next' || command === 'previous') {
    void triage.step(command === 'next' ? 1 : -1).then(focusCurrent);
  } else return canAct && change(command, options);
  return true;
}

type ChangeCommand = Exclude<TriageCommand, 'help' | 'search' | 'next' | 'previous'>;

function change(command: ChangeCommand, { triage, isBin, focusCurrent }: TriageKeysOptions): boolean {
  const { currentId, selectedIds } = triage.snapshot();
  if (command === 'undo') void triage.undo();
  else if (command === 'clear') triage.select([]);
  else if (currentId === undefined) return false;
  else if (command === 'select') triage.toggle(currentId);
  else if ((command === 'restore') !== isBin) return false;
  else void triage.act(selectedIds.size > 0 ? [...selectedIds] : [currentId], command);
  focusCurrent();
  return true;
}
