import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { consoleConfig } from '../../../../session/console-config.ts';
import { EditorToolbar } from '../editor-toolbar.tsx';
import { RichEditor, type RichEditorProps } from '../rich/rich-editor.tsx';
import { useEditorFiles } from '../use-editor-files.tsx';
import { loadTiny, type TinyInstance } from './load-tiny.ts';
import { tinyOptions } from './tiny-options.ts';

/** TinyMCE, or the built-in rich text editor when it cannot be loaded. */
export function TinyEditor(props: RichEditorProps) {
  const [isMissing, setIsMissing] = useState(false);
  const { t } = useTranslation('console');
  if (!isMissing) return <Tiny {...props} onMissing={() => setIsMissing(true)} />;
  return (
    <>
      <p className="editor-on-its-way" role="status">
        {t('richText.failed')}
      </p>
      <RichEditor {...props} />
    </>
  );
}

function Tiny({ onMissing, ...props }: RichEditorProps & { readonly onMissing: () => void }) {
  const { files, ref } = props;
  const { t, i18n } = useTranslation('console');
  const field = useRef<HTMLTextAreaElement>(null);
  const editor = useRef<TinyInstance>(undefined);
  const given = useRef(props.initialText);
  const latest = useRef(props);
  latest.current = props;
  const [isThere, setIsThere] = useState(false);

  const [host] = useState(() => ({
    // No upload placeholders: they would become part of TinyMCE's content.
    place: () => undefined,
    sample: () => editor.current?.getBody().textContent.slice(0, 4000) ?? '',
    insert: (html: string) => editor.current?.insertContent(html),
  }));
  const editorFiles = useEditorFiles({ editor: host, files, mode: 'richText' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once
  useEffect(() => {
    let isWanted = true;
    async function begin(): Promise<void> {
      const { post } = await consoleConfig();
      const tiny = await loadTiny(post.richTextEditorKey);
      if (!isWanted || !field.current) return;
      const [made] = await tiny.init(
        tinyOptions(field.current, { label: t('posts.fields.body'), language: i18n.language }),
      );
      if (!isWanted || !made) return made?.remove();
      editor.current = made;
      made.setContent(given.current);
      made.undoManager.add();
      setIsThere(true);
      made.on('input change undo redo ExecCommand SetContent', () => tell(made));
    }
    begin().catch(onMissing);
    return () => {
      isWanted = false;
      editor.current?.remove();
      editor.current = undefined;
    };
  }, []);

  function tell(made: TinyInstance): void {
    const html = made.getContent();
    if (html === given.current) return;
    given.current = html;
    latest.current.onChange(html);
  }

  useImperativeHandle(ref, () => ({
    replace: (html) => {
      given.current = html;
      editor.current?.setContent(html);
      if (editor.current) given.current = editor.current.getContent();
      editor.current?.undoManager.add();
    },
    insert: host.insert,
    cursor: () => undefined,
    focus: () => editor.current?.focus(),
  }));

  return (
    <div className="source-editor tiny-editor">
      <EditorToolbar isMarkdown={false} run={() => undefined} onFileWanted={editorFiles.ask} />
      {!isThere && (
        <p className="editor-on-its-way" role="status">
          {t('richText.loading')}
        </p>
      )}
      <textarea ref={field} defaultValue="" hidden aria-labelledby={props.labelledBy} />
      {editorFiles.parts}
    </div>
  );
}
