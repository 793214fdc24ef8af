import { useEffect, useRef, useSyncExternalStore } from 'react';
import { readStoredText, storeText } from '../../ui/browser-storage.ts';
import type { ConsoleKey } from './failure-text.ts';

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
  readonly scope?: () => Element | null;
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

interface MatchingShortcut {
  readonly combo: Combo;
  readonly run: () => void;
  readonly scope: Element | null;
}

function listen(event: KeyboardEvent): void {
  const target = event.target instanceof Element ? event.target : document.body;
  const matches = registered.flatMap(({ current }) => matchesIn(current, event));
  if (matches.length === 0 || matches.some(({ combo }) => isLetter(combo) && !acceptsLetters(target))) return;
  // Prevents the browser from saving the page.
  event.preventDefault();
  if (!event.repeat) chooseShortcut(matches, target)?.run();
}

function matchesIn({ shortcuts, scope }: ShortcutGroup, event: KeyboardEvent): MatchingShortcut[] {
  return shortcuts.flatMap(({ combo, run }) =>
    combo && run && isCombo(combo, event) ? [{ combo, run, scope: scope?.() ?? null }] : [],
  );
}

/**
 * Chooses between several matches: in a dialog its own shortcut, else that of the screen, else the one around the
 * focus.
 */
function chooseShortcut(matches: readonly MatchingShortcut[], target: Element): MatchingShortcut | undefined {
  const dialog = openDialog();
  if (dialog) return matches.findLast(({ scope }) => scope !== null && dialog.contains(scope));
  const ofScreen = matches.findLast(({ scope }) => scope === null);
  const around = matches.findLast(({ scope }) => scope?.contains(target));
  return ofScreen ?? around ?? (matches.length === 1 ? matches[0] : undefined);
}

function openDialog(): Element | undefined {
  return [...document.querySelectorAll('[aria-modal=true]')].at(-1);
}

const TYPING = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]';
const ON_TOP = '[role=dialog], [role=menu], [role=listbox]';

export function isInFieldOrOverlay(target: Element): boolean {
  return target.closest(`${TYPING}, ${ON_TOP}`) !== null;
}

function acceptsLetters(target: Element): boolean {
  return areLetterShortcutsOn() && !isInFieldOrOverlay(target) && openDialog() === undefined;
}

const STORAGE_KEY = 'kawaraban.comments.letters';
const letterListeners = new Set<() => void>();

export function areLetterShortcutsOn(): boolean {
  return readStoredText('localStorage', STORAGE_KEY) !== 'off';
}

export function setLetterShortcuts(isOn: boolean): void {
  storeText('localStorage', STORAGE_KEY, isOn ? undefined : 'off');
  for (const listener of letterListeners) listener();
}

export function onLetterShortcutsChange(listener: () => void): () => void {
  letterListeners.add(listener);
  return () => letterListeners.delete(listener);
}

/** Key combination; `mod` is Ctrl, or Cmd on a Mac. */
type Combo = 'mod+k' | 'mod+s' | '?' | '/' | 'c';

export type Pressed = Pick<
  KeyboardEvent,
  'key' | 'keyCode' | 'isComposing' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'defaultPrevented'
>;

/** Some browsers report the key that ends a composition only by code 229. */
export function isComposing({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229;
}

export function isCombo(combo: Combo, event: Pressed): boolean {
  if (isComposing(event) || event.defaultPrevented || event.altKey) return false;
  const isModified = event.ctrlKey || event.metaKey;
  // The modifiers needed for a question mark depend on the keyboard layout.
  if (isLetter(combo)) return !isModified && event.key === combo;
  return isModified && !event.shiftKey && event.key.toLowerCase() === combo.slice(-1);
}

/** Detects combinations of one character, which speech input may trigger by accident. */
function isLetter(combo: Combo): boolean {
  return !combo.startsWith('mod+');
}

export function keyLabels(combo: Combo, isMac: boolean): readonly string[] {
  if (isLetter(combo)) return [combo];
  return [isMac ? '⌘' : 'Ctrl', combo.slice(-1).toUpperCase()];
}

const neverChanges = () => () => {};

export function useIsMac(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => /Mac|iPhone|iPad/.test(navigator.platform),
    () => false,
  );
}
