import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { consoleConfig } from '../../session/console-config.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { RichEditor, type RichEditorProps } from './rich/rich-editor.tsx';
import { useEditorFiles } from './use-editor-files.tsx';

interface TinyMce {
  init(options: Readonly<Record<string, unknown>>): Promise<TinyInstance[]>;
}

interface TinyInstance {
  getContent(): string;
  setContent(html: string): void;
  insertContent(html: string): void;
  focus(): void;
  hasFocus(): boolean;
  on(events: string, listener: () => void): void;
  remove(): void;
  getBody(): HTMLElement;
  undoManager: { add(): void };
}

const loads = new Map<string, Promise<TinyMce>>();

/**
 * Loads TinyMCE from its CDN once per key.
 * @throws {Error} when the script cannot be loaded or does not define `tinymce`.
 */
function loadTiny(key: string): Promise<TinyMce> {
  const known = loads.get(key);
  if (known) return known;
  const load = new Promise<TinyMce>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `https://cdn.tiny.cloud/1/${key}/tinymce/8/tinymce.min.js`;
    // Tiny Cloud checks the domain of the page against the key.
    script.referrerPolicy = 'origin';
    script.addEventListener('error', () => reject(new Error('TinyMCE could not be loaded')));
    script.addEventListener('load', () => {
      const { tinymce } = window as { tinymce?: TinyMce };
      if (tinymce) resolve(tinymce);
      else reject(new Error('What was loaded is not TinyMCE'));
    });
    document.head.append(script);
  });
  loads.set(key, load);
  load.catch(() => loads.delete(key));
  return load;
}

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
  const latestHtml = useRef(props.initialText);
  const latest = useRef(props);
  latest.current = props;
  const [isThere, setIsThere] = useState(false);

  const [host] = useState(() => ({
    // No upload placeholders: they would become part of TinyMCE's content.
    target: () => undefined,
    sample: () => editor.current?.getBody().textContent.slice(0, 4000) ?? '',
    insert: (html: string) => editor.current?.insertContent(html),
  }));
  const editorFiles = useEditorFiles({ editor: host, files, mode: 'richText' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is created once
  useEffect(() => {
    let isMounted = true;
    async function begin(): Promise<void> {
      const { post } = await consoleConfig();
      const tiny = await loadTiny(post.richTextEditorKey);
      if (!isMounted || !field.current) return;
      const [instance] = await tiny.init(
        tinyOptions(field.current, { label: t('posts.fields.body'), language: i18n.language }),
      );
      if (!isMounted || !instance) return instance?.remove();
      editor.current = instance;
      instance.setContent(latestHtml.current);
      instance.undoManager.add();
      setIsThere(true);
      instance.on('input change undo redo ExecCommand SetContent', () => reportChange(instance));
    }
    begin().catch(onMissing);
    return () => {
      isMounted = false;
      editor.current?.remove();
      editor.current = undefined;
    };
  }, []);

  function reportChange(instance: TinyInstance): void {
    const html = instance.getContent();
    if (html === latestHtml.current) return;
    latestHtml.current = html;
    latest.current.onChange(html);
  }

  useImperativeHandle(ref, () => ({
    replace: (html) => {
      latestHtml.current = html;
      editor.current?.setContent(html);
      if (editor.current) latestHtml.current = editor.current.getContent();
      editor.current?.undoManager.add();
    },
    insert: host.insert,
    cursor: () => undefined,
    focus: () => editor.current?.focus(),
    showHeading: (index) =>
      editor.current?.getBody().querySelectorAll('h1, h2, h3, h4, h5, h6').item(index)?.scrollIntoView(),
  }));

  return (
    <div className="source-editor ui-column">
      <EditorToolbar isMarkdown={false} run={() => undefined} onPickFile={editorFiles.ask} />
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

interface FieldLabel {
  readonly label: string;
  readonly language: string;
}

function tinyOptions(target: HTMLElement, { label, language }: FieldLabel): Readonly<Record<string, unknown>> {
  const isDark =
    matchMedia('(prefers-color-scheme: dark)').matches && document.documentElement.dataset.theme !== 'light';
  const isDarkChosen = document.documentElement.dataset.mantineColorScheme === 'dark' || isDark;
  return {
    target,
    min_height: Math.round(innerHeight * 0.6),
    resize: false,
    toolbar_sticky: true,
    menubar: false,
    branding: false,
    promotion: false,
    elementpath: false,
    plugins:
      'autolink autoresize charmap codesample directionality image link lists media searchreplace table visualblocks',
    toolbar:
      'undo redo | blocks | bold italic underline strikethrough | link image media table | bullist numlist | ' +
      'blockquote codesample hr | alignleft aligncenter alignright | removeformat',
    block_formats: 'Text=p; Heading 2=h2; Heading 3=h3; Heading 4=h4; Code=pre',
    iframe_aria_text: label,
    skin: isDarkChosen ? 'oxide-dark' : 'oxide',
    content_css: isDarkChosen ? 'dark' : 'default',
    ...(language === 'ja' && { language: 'ja' }),
    // Keeps URLs as written instead of making them relative to the console.
    convert_urls: false,
    relative_urls: false,
    // Elements that the server removes from public pages.
    invalid_elements: 'script,iframe,object,embed,applet,form,input,button,select,textarea,style',
    paste_data_images: false,
    contextmenu: false,
    browser_spellcheck: true,
  };
}
