import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { editorTheme } from '../../post-editor/editor-theme.ts';

export interface BodyMergeProps {
  readonly mine: string;
  readonly theirs: string;
  readonly mineName: string;
  readonly theirsName: string;
  readonly initial: string;
  readonly onChange: (body: string) => void;
}

const WIDE = '(width >= 48rem)';

export function BodyMerge({ mine, theirs, mineName, theirsName, initial, onChange }: BodyMergeProps) {
  const { t } = useTranslation('console');
  const parent = useRef<HTMLDivElement>(null);
  const result = useRef<EditorView>(null);
  const latest = useRef(onChange);
  latest.current = onChange;
  const isWide = matchMedia(WIDE).matches;
  const words = {
    mine: mineName,
    theirs: theirsName,
    takePiece: t('writing.compare.takePiece'),
    keepPiece: t('writing.compare.keepPiece'),
    unchanged: t('writing.compare.unchangedLines'),
    result: t('writing.compare.result'),
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is created once
  useEffect(() => {
    if (!parent.current) return;
    const onChange = EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) latest.current(state.doc.toString());
    });
    const made = (isWide ? mergeSideBySide : mergeInOneColumn)({
      parent: parent.current,
      theirs,
      initial,
      words,
      onChange,
    });
    result.current = made.result;
    return made.end;
  }, []);

  function replaceResult(body: string): void {
    const view = result.current;
    view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: body } });
  }

  return (
    <div>
      {isWide && (
        <div className="body-merge-names ui-grid ui-tiny" aria-hidden="true">
          <span>{theirsName}</span>
          <span>{words.result}</span>
        </div>
      )}
      <div className="body-merge-views" ref={parent} />
      <p className="field-help">{t(isWide ? 'writing.compare.bodyHelp' : 'writing.compare.bodyHelpNarrow')}</p>
      <div className="ui-row ui-gap-2-3 ui-above-2">
        <Button variant="default" size="compact-sm" onClick={() => replaceResult(mine)}>
          {t('writing.compare.wholeOf', { name: mineName })}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => replaceResult(theirs)}>
          {t('writing.compare.wholeOf', { name: theirsName })}
        </Button>
      </div>
    </div>
  );
}

interface MergeOptions {
  readonly parent: HTMLElement;
  readonly theirs: string;
  readonly initial: string;
  readonly onChange: Extension;
  readonly words: Readonly<Record<'mine' | 'theirs' | 'takePiece' | 'keepPiece' | 'unchanged' | 'result', string>>;
}

interface MergeEditor {
  readonly result: EditorView;
  readonly end: () => void;
}

const common = [EditorView.lineWrapping, editorTheme];
const writing = [history(), keymap.of([...historyKeymap, ...defaultKeymap])];
const collapseUnchanged = { margin: 3, minSize: 6 };

function mergeSideBySide({ parent, theirs, initial, words, onChange }: MergeOptions): MergeEditor {
  const phrases = EditorState.phrases.of({ '$ unchanged lines': words.unchanged });
  const merge = new MergeView({
    parent,
    a: { doc: theirs, extensions: [common, phrases, named(words.theirs), EditorState.readOnly.of(true)] },
    b: { doc: initial, extensions: [common, phrases, named(words.result), writing, onChange] },
    revertControls: 'a-to-b',
    renderRevertControl: () => pieceButton('⇝', words.takePiece),
    collapseUnchanged,
    gutter: true,
  });
  return { result: merge.b, end: () => merge.destroy() };
}

function mergeInOneColumn({ parent, theirs, initial, words, onChange }: MergeOptions): MergeEditor {
  const phrases = EditorState.phrases.of({ '$ unchanged lines': words.unchanged });
  const unified = unifiedMergeView({
    original: theirs,
    collapseUnchanged,
    mergeControls: (type, act) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = type === 'accept' ? words.keepPiece : words.takePiece;
      button.addEventListener('click', act);
      return button;
    },
  });
  const result = new EditorView({
    parent,
    doc: initial,
    extensions: [common, phrases, named(words.result), writing, onChange, unified],
  });
  return { result, end: () => result.destroy() };
}

function named(name: string): Extension {
  return EditorView.contentAttributes.of({ 'aria-label': name, tabindex: '0' });
}

/** Maps keyboard activation to the `mousedown` event, the only one the merge view handles. */
function pieceButton(sign: string, name: string): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = sign;
  button.title = name;
  button.setAttribute('aria-label', name);
  button.addEventListener('click', ({ detail }) => {
    if (detail === 0) button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));
  });
  return button;
}
