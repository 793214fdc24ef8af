import { CloseButton } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminFile } from '#contract/admin-files.ts';
import type { FileType } from '#contract/files.ts';
import { type EditorMode, formatOfMode } from '#contract/posts.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { toShownFile } from '../shown-file.ts';
import { markupOf, separatorOf } from './file-markup.ts';
import type { UploadPlace } from './upload-place.ts';
import { type FailedUpload, type FilesOfEditor, useEditorUploads } from './use-editor-uploads.ts';

/** Loaded on demand, because few texts contain files. */
const FilePicker = lazy(async () => ({ default: (await import('../../files/file-picker.tsx')).FilePicker }));

export interface EditorOfFiles {
  readonly place: () => UploadPlace | undefined;
  readonly sample: () => string;
  readonly insert: (text: string) => void;
}

interface Options {
  readonly editor: EditorOfFiles;
  readonly files: FilesOfEditor;
  readonly mode: EditorMode;
}

interface EditorFiles {
  readonly take: (files: readonly File[], position: number) => void;
  readonly ask: (type: FileType) => void;
  readonly parts: ReactNode;
}

export function useEditorFiles({ editor, files, mode }: Options): EditorFiles {
  const { t } = useTranslation('console');
  const ownLanguage = useLanguage();
  const [type, setType] = useState<FileType>('image');
  const [isAsking, setIsAsking] = useState(false);
  const wasAsked = useRef(false);
  const format = formatOfMode[mode];

  function toMarkup(file: AdminFile): string {
    const language = contentLanguage(editor.sample()) ?? ownLanguage;
    const as = file.fileType === 'image' ? 'picture' : 'link';
    const markup = markupOf(toShownFile(file), { format, as, language, origin: location.origin }) ?? '';
    return mode === 'richText' && markup.startsWith('<img') ? `<p>${markup}</p>` : markup;
  }

  const uploads = useEditorUploads({ place: editor.place, files, toMarkup, separator: () => separatorOf(format) });
  const latest = useRef(uploads);
  latest.current = uploads;
  const take = useCallback((dropped: readonly File[], at: number) => latest.current.take(dropped, at), []);

  function insert(picked: readonly AdminFile[]): void {
    editor.insert(picked.map(toMarkup).join(separatorOf(format)));
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

  return { take, ask, parts };
}

interface UploadFailuresProps {
  readonly failures: readonly FailedUpload[];
  readonly onDismiss: (id: string) => void;
}

function UploadFailures({ failures, onDismiss }: UploadFailuresProps) {
  const { t } = useTranslation('console');
  return (
    <div role="alert">
      {failures.length > 0 && (
        <ul className="upload-failures">
          {failures.map(({ id, name, problem }) => (
            <li key={id}>
              <span>{t('postFiles.editor.failed', { name, reason: t(problem.text, problem.values) })}</span>
              <CloseButton size="sm" aria-label={t('postFiles.dismiss', { name })} onClick={() => onDismiss(id)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
