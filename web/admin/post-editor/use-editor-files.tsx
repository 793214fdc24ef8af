import { CloseButton } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminFile } from '#contract/admin-files.ts';
import type { FileType } from '#contract/files.ts';
import { type EditorMode, formatOfMode } from '#contract/posts.ts';
import type { ServiceConfigs } from '#contract/service-configs.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { useLanguage } from '../../i18n/language.ts';
import type { UploadProblem } from '../files/upload/upload-rules.ts';
import { type Upload, useUploads } from '../files/upload/use-uploads.ts';
import { toShownFile } from '../posts/shown-file.ts';
import { notifyProblem } from '../ui/notify.tsx';
import { markupOf, separatorOf } from './file-markup.ts';
import { InlinePlaceholder, type UploadTarget } from './upload-target.ts';

const MAX_MARKS = 20;

export interface FilesOfEditor {
  readonly serviceId: string;
  readonly settings: ServiceConfigs;
  readonly onUploads?: (state: { readonly running: number; readonly failed: number }) => void;
}

interface UploadOptions {
  /** Undefined until the editor is loaded. */
  readonly target: () => UploadTarget | undefined;
  readonly files: FilesOfEditor;
  readonly toMarkup: (file: AdminFile) => string;
  readonly separator: () => string;
}

interface FailedUpload {
  readonly id: string;
  readonly name: string;
  readonly problem: UploadProblem;
}

interface Mark {
  readonly id: string;
  readonly placeholder: InlinePlaceholder;
  readonly isLast: boolean;
}

function useEditorUploads({ target, files, toMarkup, separator }: UploadOptions) {
  const { t } = useTranslation('console');
  const { serviceId, settings } = files;
  const uploads = useUploads({ serviceId, settings, isKept: false });
  const [failures, setFailures] = useState<readonly FailedUpload[]>([]);
  const [failed, setFailed] = useState(0);
  const marks = useRef(new Map<File, Mark>());
  const [running, setRunning] = useState(0);
  const latest = useRef({ toMarkup, separator, uploads, files });
  latest.current = { toMarkup, separator, uploads, files };

  function upload(dropped: readonly File[], position: number): void {
    const free = Math.max(0, MAX_MARKS - marks.current.size);
    const accepted = dropped.slice(0, free);
    const names = dropped.slice(free).map(({ name }) => name);
    if (names.length > 0) notifyProblem('postFiles.editor.tooMany', { names });
    const added = accepted.map((file, index) => ({ file, ...markOf(file, index === accepted.length - 1) }));
    for (const { file, ...mark } of added) marks.current.set(file, mark);
    target()?.mark(added.map(({ id, placeholder }) => ({ id, placeholder, position })));
    setRunning(marks.current.size);
    latest.current.uploads.add(accepted);
  }

  function markOf(file: File, isLast: boolean): Mark {
    const { name } = file;
    const cancel = () => {
      const upload = latest.current.uploads.uploads.find((each) => each.file === file);
      if (upload) latest.current.uploads.cancel(upload.id);
    };
    const placeholder = new InlinePlaceholder(t('postFiles.editor.waiting', { name }), {
      label: t('postFiles.cancelUpload', { name }),
      run: cancel,
    });
    return { id: crypto.getRandomValues(new Uint32Array(4)).join('-'), placeholder, isLast };
  }

  function finishUpload({ id, file, result, problem }: Upload, mark: Mark): void {
    const current = target();
    if (problem) {
      setFailures((all) => [...all, { id: mark.id, name: file.name, problem }]);
      setFailed((count) => count + 1);
    }
    latest.current.uploads.dismiss(id);
    const text = result ? latest.current.toMarkup(result) : '';
    current?.betweenCompositions(() => insertMarkup(current, file, mark, text));
  }

  function insertMarkup(current: UploadTarget, file: File, { id, isLast }: Mark, text: string): void {
    marks.current.delete(file);
    const after = text === '' || isLast ? '' : latest.current.separator();
    current.replaceMark(id, `${text}${after}`);
    setRunning(marks.current.size);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on upload progress only
  useEffect(() => {
    for (const upload of uploads.uploads) {
      const mark = marks.current.get(upload.file);
      if (!mark) continue;
      mark.placeholder.setText(statusText(upload));
      if (['done', 'failed', 'cancelled'].includes(upload.status)) finishUpload(upload, mark);
    }
  }, [uploads.uploads]);

  function statusText({ file: { name, size }, status, sent }: Upload): string {
    if (status === 'waiting') return t('postFiles.editor.waiting', { name });
    if (status === 'finishing') return t('postFiles.editor.finishing', { name });
    return t('postFiles.editor.sending', { name, percent: size === 0 ? 0 : Math.floor((sent / size) * 100) });
  }

  useEffect(() => latest.current.files.onUploads?.({ running, failed }), [running, failed]);
  // Unmounting the editor discards its running uploads.
  useEffect(() => () => latest.current.files.onUploads?.({ running: 0, failed: 0 }), []);

  const dismiss = (id: string) => setFailures((all) => all.filter((failure) => failure.id !== id));
  return { upload, running, failures, dismiss };
}

const FilePicker = lazy(async () => ({ default: (await import('../files/file-picker.tsx')).FilePicker }));

interface EditorOfFiles {
  readonly target: () => UploadTarget | undefined;
  readonly sample: () => string;
  readonly insert: (text: string) => void;
}

interface Options {
  readonly editor: EditorOfFiles;
  readonly files: FilesOfEditor;
  readonly mode: EditorMode;
}

interface EditorFiles {
  readonly upload: (files: readonly File[], position: number) => void;
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

  const uploads = useEditorUploads({ target: editor.target, files, toMarkup, separator: () => separatorOf(format) });
  const latest = useRef(uploads);
  latest.current = uploads;
  const upload = useCallback((dropped: readonly File[], at: number) => latest.current.upload(dropped, at), []);

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

  function ask(nextType: FileType): void {
    wasAsked.current = true;
    setType(nextType);
    setIsAsking(true);
  }

  return { upload, ask, parts };
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
            <li key={id} className="ui-line ui-middle ui-spread ui-gap-2 ui-size-13 ui-danger">
              <span>{t('postFiles.editor.failed', { name, reason: t(problem.text, problem.values) })}</span>
              <CloseButton size="sm" aria-label={t('postFiles.dismiss', { name })} onClick={() => onDismiss(id)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Returns the transferred files without folders, which browsers list as unreadable files. */
export function filesOf(data: DataTransfer | null): File[] {
  const items = [...(data?.items ?? [])].filter(({ kind }) => kind === 'file');
  return items.flatMap((item) => {
    const file = item.webkitGetAsEntry()?.isDirectory ? null : item.getAsFile();
    return file ? [file] : [];
  });
}

/** Returns true when the data has text: programs often add an image of copied text, and the text is meant then. */
export function hasWords(data: DataTransfer | null): boolean {
  return (data?.getData('text/plain') ?? '').trim() !== '';
}
