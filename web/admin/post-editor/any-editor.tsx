import { lazy, type Ref, Suspense, useCallback, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditorMode } from '#contract/posts.ts';
import { consoleConfig } from '../../session/console-config.ts';
import type { BodyHandle } from './body-handle.ts';
import type { SourceEditorProps } from './source-editor.tsx';

const SourceEditor = lazy(async () => ({ default: (await import('./source-editor.tsx')).SourceEditor }));

const RichText = lazy(async () => {
  const { post } = await consoleConfig();
  if (post.richTextEditorKey === '') return { default: (await import('./rich/rich-editor.tsx')).RichEditor };
  return { default: (await import('./tiny-editor.tsx')).TinyEditor };
});

export interface AnyEditorHandle extends BodyHandle {
  readonly switchTo: (text: string, next: EditorMode) => void;
}

export interface AnyEditorProps extends Omit<SourceEditorProps, 'ref'> {
  readonly onWriteAsHtml: (html: string) => void;
  readonly ref?: Ref<AnyEditorHandle>;
}

/** Loads the editor of the mode on demand; the handle works before it is loaded. */
export function AnyEditor({ ref, initialText, onChange, ...props }: AnyEditorProps) {
  const { mode } = props;
  const { t } = useTranslation('console');
  const inner = useRef<BodyHandle>(null);
  const text = useRef(initialText);
  const writtenIn = useRef(mode);
  const pendingFocus = useRef<{ readonly cursor?: number | undefined }>(undefined);
  const [generation, setGeneration] = useState(0);

  /** Remounts the editor, because undo must not restore text of another mode. */
  function remount(next: string): void {
    text.current = next;
    inner.current = null;
    setGeneration((count) => count + 1);
  }

  useImperativeHandle(ref, () => ({
    replace: (next) => {
      const isCurrentMode = writtenIn.current === mode;
      writtenIn.current = mode;
      if (!inner.current || !isCurrentMode) return remount(next);
      text.current = next;
      inner.current.replace(next);
    },
    switchTo: (next, nextMode) => {
      writtenIn.current = nextMode;
      if (next !== text.current || isRich(nextMode) !== isRich(mode)) remount(next);
    },
    insert: (added) => inner.current?.insert(added),
    showHeading: (index) => inner.current?.showHeading(index),
    cursor: () => inner.current?.cursor(),
    focus: (cursor) => {
      if (inner.current) inner.current.focus(cursor);
      else pendingFocus.current = { cursor };
    },
  }));

  const setHandle = useCallback((handle: BodyHandle | null): void => {
    inner.current = handle;
    if (!handle || !pendingFocus.current) return;
    const { cursor } = pendingFocus.current;
    pendingFocus.current = undefined;
    handle.focus(cursor);
  }, []);

  const editorProps = {
    ...props,
    ref: setHandle,
    initialText: text.current,
    onChange: (next: string) => {
      text.current = next;
      onChange(next);
    },
  };
  return (
    <Suspense
      fallback={
        <p className="editor-on-its-way" role="status">
          {t('richText.loading')}
        </p>
      }
    >
      {isRich(mode) ? (
        <RichText key={generation} {...editorProps} />
      ) : (
        <SourceEditor key={generation} {...editorProps} />
      )}
    </Suspense>
  );
}

function isRich(mode: EditorMode): boolean {
  return mode === 'richText';
}
