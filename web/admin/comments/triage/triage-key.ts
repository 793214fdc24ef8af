export type TriageCommand =
  | 'next'
  | 'previous'
  | 'publish'
  | 'unpublish'
  | 'delete'
  | 'restore'
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
  ['x', 'select'],
  ['z', 'undo'],
  ['/', 'search'],
]);

/** Keys other than letters. They work while the list has the focus, even when single-letter shortcuts are disabled. */
const OTHERS = new Map<string, TriageCommand>([
  ['ArrowDown', 'next'],
  ['ArrowUp', 'previous'],
  ['Escape', 'clear'],
]);

const REPEATED: readonly TriageCommand[] = ['next', 'previous'];

export type Pressed = Pick<
  KeyboardEvent,
  'key' | 'keyCode' | 'isComposing' | 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'
>;

export interface PressedWhere {
  /** A text field has the focus or an overlay covers the list. */
  readonly isInOtherService: boolean;
  readonly isInList: boolean;
  readonly hasLetters: boolean;
}

export function commandOf(pressed: Pressed, where: PressedWhere): TriageCommand | undefined {
  if (where.isInOtherService || isForOthers(pressed)) return undefined;
  const letter = where.hasLetters ? LETTERS.get(pressed.key.toLowerCase()) : undefined;
  const command = letter ?? (where.isInList ? OTHERS.get(pressed.key) : undefined);
  if (command === undefined || (pressed.repeat && !REPEATED.includes(command))) return undefined;
  return command;
}

function isForOthers({ isComposing, keyCode, ctrlKey, metaKey, altKey, defaultPrevented }: Pressed): boolean {
  return isComposing || keyCode === 229 || ctrlKey || metaKey || altKey || defaultPrevented;
}
