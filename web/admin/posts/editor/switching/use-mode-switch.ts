import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type EditorMode, formatOfMode } from '#contract/posts.ts';
import { notifyUndoable } from '../../../ui/notify.tsx';

/** Body before a change of the editor mode; stored in the draft together with the body. */
export interface FormerText {
  readonly mode: EditorMode;
  readonly text: string;
}

/** Limits the size of drafts: the first text and the newest ones are kept. */
const MAX_FORMER_TEXTS = 3;

interface Change {
  readonly left: FormerText | undefined;
  readonly now: FormerText;
}

/** Returns the texts that can be restored after a change, oldest first. */
export function formerTextsAfter(known: readonly FormerText[], { left, now }: Change): readonly FormerText[] {
  const all = [...known, ...(left && !isAmong(known, left) ? [left] : [])].filter((each) => !isSame(each, now));
  const [first] = all;
  return first && all.length > MAX_FORMER_TEXTS ? [first, ...all.slice(1 - MAX_FORMER_TEXTS)] : all;
}

export function isAmong(known: readonly FormerText[], wanted: FormerText): boolean {
  return known.some((each) => isSame(each, wanted));
}

function isSame(one: FormerText, other: FormerText): boolean {
  return one.mode === other.mode && one.text === other.text;
}

interface Options {
  readonly present: () => FormerText;
  readonly formerTexts: readonly FormerText[];
  readonly goOn: (next: FormerText, formerTexts: readonly FormerText[]) => void;
}

export function useModeSwitch(options: Options) {
  const { t } = useTranslation('console');
  const [asked, setAsked] = useState<FormerText & { readonly to: EditorMode }>();
  /** Last conversion result and its source; an unedited result can be recreated and need not be kept. */
  const made = useRef<{ readonly text: string; readonly source: FormerText }>(undefined);
  // Undo runs later and must see the current options.
  const latest = useRef(options);
  latest.current = options;

  /** Switches directly when no conversion is needed, else opens the dialog. */
  function ask(to: EditorMode): void {
    const { mode, text } = latest.current.present();
    const isSame = formatOfMode[to] === formatOfMode[mode] && to !== 'richText';
    if (isEmpty(text) || isSame) goTo({ mode: to, text }, undefined);
    else setAsked({ mode, text, to });
  }

  function change(next: string): void {
    if (!asked) return;
    const { to, ...before } = asked;
    const isConverted = next !== before.text;
    setAsked(undefined);
    const left = isConverted ? worthKeeping(before) : undefined;
    goTo({ mode: to, text: next }, left);
    if (!isConverted) return;
    const source = left ?? made.current?.source;
    made.current = source && { text: next, source };
    notifyUndoable('posts.switchMode.done', {
      values: { mode: t(`posts.modes.${to}.name`) },
      undo: async () => goBack(before),
    });
  }

  function takeBack(former: FormerText): void {
    const before = latest.current.present();
    goBack(former);
    notifyUndoable('posts.switchMode.takenBack', { undo: async () => goBack(before) });
  }

  /** Keeps the current text when it was edited. */
  function goBack(former: FormerText): void {
    const left = worthKeeping(latest.current.present());
    made.current = undefined;
    goTo(former, left);
  }

  function goTo(now: FormerText, left: FormerText | undefined): void {
    latest.current.goOn(now, formerTextsAfter(latest.current.formerTexts, { left, now }));
  }

  function worthKeeping(left: FormerText): FormerText | undefined {
    return isEmpty(left.text) || isMade(left.text) ? undefined : left;
  }

  function isMade(text: string): boolean {
    const { current } = made;
    return text === current?.text && isAmong(latest.current.formerTexts, current.source);
  }

  return { ask, asked, change, cancel: () => setAsked(undefined), takeBack };
}

function isEmpty(text: string): boolean {
  return text.trim() === '';
}
