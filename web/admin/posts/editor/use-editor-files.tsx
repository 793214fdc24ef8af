import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminFile } from '#contract/admin-files.ts';
import type { FileType } from '#contract/files.ts';
import { type EditorMode, formatOfMode } from '#contract/posts.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { toShownFile } from '../shown-file.ts';
import { fileDrops } from './file-drops.ts';
import { markupOf, separatorOf } from './file-markup.ts';
import { UploadFailures } from './upload-failures.tsx';
import { uploadMarks } from './upload-marks.ts';
import { type FilesOfEditor, useEditorUploads } from './use-editor-uploads.ts';

/** Most who write put no file into their text. */
const FilePicker = lazy(async () => ({ default: (await import('../../files/file-picker.tsx')).FilePicker }));

interface Options {
  readonly view: RefObject<EditorView | null>;
  readonly files: FilesOfEditor;
  readonly mode: EditorMode;
}

interface EditorFiles {
  /** For the editor: takes what is dropped and pasted, and shows what is on its way. */
  readonly extension: Extension;
  readonly ask: (type: FileType) => void;
  /** The dialog that asks for a file, and what is to be said of uploads. */
  readonly parts: ReactNode;
}

/** Ways for files into a text: chosen, dropped, pasted. */
export function useEditorFiles({ view, files, mode }: Options): EditorFiles {
  const { t } = useTranslation('console');
  const ownLanguage = useLanguage();
  const [type, setType] = useState<FileType>('image');
  const [isAsking, setIsAsking] = useState(false);
  const wasAsked = useRef(false);
  const format = formatOfMode[mode];

  function toMarkup(file: AdminFile): string {
    const text = view.current?.state.doc.sliceString(0, 4000) ?? '';
    const language = contentLanguage(text) ?? ownLanguage;
    const as = file.fileType === 'image' ? 'picture' : 'link';
    return markupOf(toShownFile(file), { format, as, language, origin: location.origin }) ?? '';
  }

  const uploads = useEditorUploads({ view, files, toMarkup, separator: () => separatorOf(format) });
  const latest = useRef(uploads);
  latest.current = uploads;
  const [extension] = useState(() => [
    uploadMarks,
    fileDrops((dropped, position) => latest.current.take(dropped, position)),
  ]);

  function insert(picked: readonly AdminFile[]): void {
    const { current } = view;
    if (current) insertText(current, picked.map(toMarkup).join(separatorOf(format)));
  }

  const parts = (
    <>
      <UploadFailures failures={uploads.failures} onDismiss={uploads.dismiss} />
      <p className="sr-only" role="status">
        {uploads.running > 0 && t('postFiles.editor.running', { count: uploads.running })}
      </p>
      <Suspense>
        {wasAsked.current && (
          <FilePicker
            serviceId={files.serviceId}
            type={type}
            settings={files.settings}
            multiple
            opened={isAsking}
            onClose={() => setIsAsking(false)}
            onPick={insert}
          />
        )}
      </Suspense>
    </>
  );

  function ask(wanted: FileType): void {
    wasAsked.current = true;
    setType(wanted);
    setIsAsking(true);
  }

  return { extension, ask, parts };
}

const FOCUS_DELAY_MS = 50;

/** Puts a text where the cursor is, and goes on behind it. */
export function insertText(view: EditorView, text: string): void {
  if (text === '') return;
  view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true, userEvent: 'input.paste' });
  // A dialog that closes gives the focus back to what opened it.
  setTimeout(() => view.focus(), FOCUS_DELAY_MS);
}
