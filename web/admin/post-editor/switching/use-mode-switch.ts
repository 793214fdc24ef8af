import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type EditorMode, formatOfMode } from '#contract/posts.ts';
import { notifyUndoable } from '../../ui/notify.tsx';

export interface FormerText {
  readonly mode: EditorMode;
  readonly text: string;
}

/** Limits the size of drafts: the first text and the newest ones are kept. */
const MAX_FORMER_TEXTS = 3;

interface Change {
  readonly replaced: FormerText | undefined;
  readonly now: FormerText;
}

/** Returns the texts that can be restored after a change, oldest first. */
export function formerTextsAfter(known: readonly FormerText[], { replaced, now }: Change): readonly FormerText[] {
  const all = [...known, ...(replaced && !isAmong(known, replaced) ? [replaced] : [])].filter(
    (each) => !isSame(each, now),
  );
  const [first] = all;
  return first && all.length > MAX_FORMER_TEXTS ? [first, ...all.slice(1 - MAX_FORMER_TEXTS)] : all;
}

function isAmong(known: readonly FormerText[], former: FormerText): boolean {
  return known.some((each) => isSame(each, former));
}

function isSame(one: FormerText, other: FormerText): boolean {
  return one.mode === other.mode && one.text === other.text;
}

interface Options {
  readonly currentText: () => FormerText;
  readonly formerTexts: readonly FormerText[];
  readonly onSwitch: (next: FormerText, formerTexts: readonly FormerText[]) => void;
}

export function useModeSwitch(options: Options) {
  const { t } = useTranslation('console');
  const [pending, setPending] = useState<FormerText & { readonly to: EditorMode }>();
  /** Last conversion result and its source; an unedited result can be recreated and need not be kept. */
  const converted = useRef<{ readonly text: string; readonly source: FormerText }>(undefined);
  // Undo runs later and must see the current options.
  const latest = useRef(options);
  latest.current = options;

  function ask(to: EditorMode): void {
    const { mode, text } = latest.current.currentText();
    const isSame = formatOfMode[to] === formatOfMode[mode] && to !== 'richText';
    if (isEmpty(text) || isSame) switchTo({ mode: to, text }, undefined);
    else setPending({ mode, text, to });
  }

  function change(next: string): void {
    if (!pending) return;
    const { to, ...before } = pending;
    const isConverted = next !== before.text;
    setPending(undefined);
    const replaced = isConverted ? textWorthKeeping(before) : undefined;
    switchTo({ mode: to, text: next }, replaced);
    if (!isConverted) return;
    const source = replaced ?? converted.current?.source;
    converted.current = source && { text: next, source };
    notifyUndoable('posts.switchMode.done', {
      values: { mode: t(`posts.modes.${to}.name`) },
      undo: async () => switchBack(before),
    });
  }

  function restore(former: FormerText): void {
    const before = latest.current.currentText();
    switchBack(former);
    notifyUndoable('posts.switchMode.takenBack', { undo: async () => switchBack(before) });
  }

  function switchBack(former: FormerText): void {
    const replaced = textWorthKeeping(latest.current.currentText());
    converted.current = undefined;
    switchTo(former, replaced);
  }

  function switchTo(now: FormerText, replaced: FormerText | undefined): void {
    latest.current.onSwitch(now, formerTextsAfter(latest.current.formerTexts, { replaced, now }));
  }

  function textWorthKeeping(replaced: FormerText): FormerText | undefined {
    return isEmpty(replaced.text) || isConversionResult(replaced.text) ? undefined : replaced;
  }

  function isConversionResult(text: string): boolean {
    const { current } = converted;
    return text === current?.text && isAmong(latest.current.formerTexts, current.source);
  }

  return { ask, pending, change, cancel: () => setPending(undefined), restore };
}

function isEmpty(text: string): boolean {
  return text.trim() === '';
}
