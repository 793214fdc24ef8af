import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { ConsoleKey } from './failure-text.ts';
import { type Combo, isCombo, isLetter } from './key-combo.ts';
import { hasLetters } from './letters-memory.ts';

/** What a key does on this screen. */
export interface Shortcut {
  readonly label: ConsoleKey;
  /** Pressed anywhere on the screen it runs; without it somebody else listens, and `caps` name the keys. */
  readonly combo?: Combo;
  readonly caps?: readonly string[];
  readonly run?: () => void;
}

/** Shortcuts that belong together, in the list of them all. */
export interface ShortcutGroup {
  readonly title: ConsoleKey;
  readonly shortcuts: readonly Shortcut[];
  /** What the keys are about, where that is not the whole screen. */
  readonly place?: () => Element | null;
  /** Said below the list. */
  readonly note?: ConsoleKey | undefined;
}

interface Registered {
  readonly current: ShortcutGroup;
}

/** What is on the screen now, in the order in which it came. */
let registered: readonly Registered[] = [];
const listeners = new Set<() => void>();

/** Has keys do something, and lists them, for as long as the component is there. */
export function useShortcuts(group: ShortcutGroup): void {
  const latest = useRef(group);
  latest.current = group;
  useEffect(() => {
    register([...registered, latest]);
    return () => register(registered.filter((each) => each !== latest));
  }, []);
}

/** Everything that keys do here. */
export function useShortcutGroups(): readonly ShortcutGroup[] {
  return useSyncExternalStore(subscribe, () => registered, nothing).map(({ current }) => current);
}

const none: readonly Registered[] = [];
const nothing = () => none;

function register(next: readonly Registered[]): void {
  if (registered.length === 0) addEventListener('keydown', listen);
  registered = next;
  if (registered.length === 0) removeEventListener('keydown', listen);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

interface Fitting {
  readonly combo: Combo;
  readonly run: () => void;
  readonly place: Element | null;
}

function listen(event: KeyboardEvent): void {
  const target = event.target instanceof Element ? event.target : document.body;
  const fitting = registered.flatMap(({ current }) => fittingIn(current, event));
  if (fitting.length === 0 || fitting.some(({ combo }) => isLetter(combo) && !isLetterMeant(target))) return;
  // The browser would save the page itself, which nobody wants who has something to save here.
  event.preventDefault();
  if (!event.repeat) meantAmong(fitting, target)?.run();
}

function fittingIn({ shortcuts, place }: ShortcutGroup, event: KeyboardEvent): Fitting[] {
  return shortcuts.flatMap(({ combo, run }) =>
    combo && run && isCombo(combo, event) ? [{ combo, run, place: place?.() ?? null }] : [],
  );
}

/** What is meant of several: in a dialog what is in it, else what the screen says of itself, else where the focus is. */
function meantAmong(fitting: readonly Fitting[], target: Element): Fitting | undefined {
  const dialog = openDialog();
  if (dialog) return fitting.findLast(({ place }) => place !== null && dialog.contains(place));
  const ofScreen = fitting.findLast(({ place }) => place === null);
  const around = fitting.findLast(({ place }) => place?.contains(target));
  return ofScreen ?? around ?? (fitting.length === 1 ? fitting[0] : undefined);
}

function openDialog(): Element | undefined {
  return [...document.querySelectorAll('[aria-modal=true]')].at(-1);
}

const TYPING = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]';
const ON_TOP = '[role=dialog], [role=menu], [role=listbox]';

/** Whether a letter is a command: nothing is typed into what has the focus, and nothing lies on top of the screen. */
function isLetterMeant(target: Element): boolean {
  return hasLetters() && target.closest(`${TYPING}, ${ON_TOP}`) === null && openDialog() === undefined;
}
