import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { ConsoleKey } from './failure-text.ts';
import { type Combo, isCombo, isLetter } from './key-combo.ts';
import { areLetterShortcutsOn } from './letter-shortcuts.ts';

export interface Shortcut {
  readonly label: ConsoleKey;
  /** Runs `run` anywhere on the screen. Without a combo the shortcut is only listed, under `caps`. */
  readonly combo?: Combo;
  readonly caps?: readonly string[];
  readonly run?: () => void;
}

export interface ShortcutGroup {
  readonly title: ConsoleKey;
  readonly shortcuts: readonly Shortcut[];
  /** Element that the shortcuts apply to; defaults to the whole screen. */
  readonly place?: () => Element | null;
  readonly note?: ConsoleKey | undefined;
}

interface Registered {
  readonly current: ShortcutGroup;
}

/** Groups of the mounted components, in mounting order. */
let registered: readonly Registered[] = [];
const listeners = new Set<() => void>();

export function useShortcuts(group: ShortcutGroup): void {
  const latest = useRef(group);
  latest.current = group;
  useEffect(() => {
    register([...registered, latest]);
    return () => register(registered.filter((each) => each !== latest));
  }, []);
}

export function useSaveShortcut(save: () => void): void {
  useShortcuts({ title: 'shortcuts.form', shortcuts: [{ combo: 'mod+s', label: 'shortcuts.save', run: save }] });
}

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
  // Prevents the browser from saving the page.
  event.preventDefault();
  if (!event.repeat) meantAmong(fitting, target)?.run();
}

function fittingIn({ shortcuts, place }: ShortcutGroup, event: KeyboardEvent): Fitting[] {
  return shortcuts.flatMap(({ combo, run }) =>
    combo && run && isCombo(combo, event) ? [{ combo, run, place: place?.() ?? null }] : [],
  );
}

/**
 * Chooses between several matches: in a dialog its own shortcut, else that of the screen, else the one around the
 * focus.
 */
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

/** Single letters are shortcuts only when they are enabled, no text field has the focus and no overlay is open. */
function isLetterMeant(target: Element): boolean {
  return areLetterShortcutsOn() && target.closest(`${TYPING}, ${ON_TOP}`) === null && openDialog() === undefined;
}
