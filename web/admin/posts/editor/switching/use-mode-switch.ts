import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type EditorMode, formatOfMode } from '#contract/posts.ts';
import { notifyUndoable } from '../../../ui/notify.tsx';
import { type FormerText, formerTextsAfter, isAmong } from './former-texts.ts';

interface Options {
  readonly present: () => FormerText;
  /** What one can go back to, the oldest first. */
  readonly formerTexts: readonly FormerText[];
  /** Goes on with a text in place of the present one. */
  readonly goOn: (next: FormerText, formerTexts: readonly FormerText[]) => void;
}

/** From one way of writing to another, with a way back. */
export function useModeSwitch(options: Options) {
  const { t } = useTranslation('console');
  const [asked, setAsked] = useState<FormerText & { readonly to: EditorMode }>();
  /** What the last conversion made, and of what: it can be had again as long as that is kept and nothing typed. */
  const made = useRef<{ readonly text: string; readonly source: FormerText }>(undefined);
  // A message takes back what stands there when it is answered.
  const latest = useRef(options);
  latest.current = options;

  /** What needs no other words is not asked for. */
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

  /** What was typed since is kept in its turn. */
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
