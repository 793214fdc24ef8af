import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminFile } from '#contract/admin-files.ts';
import type { ServiceConfigs } from '#contract/service-configs.ts';
import type { UploadProblem } from '../../files/upload/upload-problem.ts';
import { type Upload, useUploads } from '../../files/upload/use-uploads.ts';
import { notifyProblem } from '../../ui/notify.tsx';
import { MarkFace, type UploadPlace } from './upload-place.ts';

const MAX_MARKS = 20;

export interface FilesOfEditor {
  readonly serviceId: string;
  readonly settings: ServiceConfigs;
  readonly onUploads?: (state: { readonly running: number; readonly failed: number }) => void;
}

interface Options {
  /** Undefined until the editor is loaded. */
  readonly place: () => UploadPlace | undefined;
  readonly files: FilesOfEditor;
  readonly toMarkup: (file: AdminFile) => string;
  readonly separator: () => string;
}

export interface FailedUpload {
  readonly id: string;
  readonly name: string;
  readonly problem: UploadProblem;
}

interface Mark {
  readonly id: string;
  readonly face: MarkFace;
  readonly isLast: boolean;
}

export function useEditorUploads({ place, files, toMarkup, separator }: Options) {
  const { t } = useTranslation('console');
  const { serviceId, settings } = files;
  const uploads = useUploads({ serviceId, settings, isKept: false });
  const [failures, setFailures] = useState<readonly FailedUpload[]>([]);
  const [failed, setFailed] = useState(0);
  const marks = useRef(new Map<File, Mark>());
  const [running, setRunning] = useState(0);
  const latest = useRef({ toMarkup, separator, uploads, files });
  latest.current = { toMarkup, separator, uploads, files };

  function take(dropped: readonly File[], position: number): void {
    const room = Math.max(0, MAX_MARKS - marks.current.size);
    const taken = dropped.slice(0, room);
    const names = dropped.slice(room).map(({ name }) => name);
    if (names.length > 0) notifyProblem('postFiles.editor.tooMany', { names });
    const added = taken.map((file, index) => ({ file, ...markOf(file, index === taken.length - 1) }));
    for (const { file, ...mark } of added) marks.current.set(file, mark);
    place()?.mark(added.map(({ id, face }) => ({ id, face, position })));
    setRunning(marks.current.size);
    latest.current.uploads.add(taken);
  }

  function markOf(file: File, isLast: boolean): Mark {
    const { name } = file;
    const cancel = () => {
      const upload = latest.current.uploads.uploads.find((each) => each.file === file);
      if (upload) latest.current.uploads.cancel(upload.id);
    };
    const face = new MarkFace(t('postFiles.editor.waiting', { name }), {
      label: t('postFiles.cancelUpload', { name }),
      run: cancel,
    });
    return { id: crypto.getRandomValues(new Uint32Array(4)).join('-'), face, isLast };
  }

  function settle({ id, file, result, problem }: Upload, mark: Mark): void {
    const current = place();
    if (problem) {
      setFailures((all) => [...all, { id: mark.id, name: file.name, problem }]);
      setFailed((count) => count + 1);
    }
    latest.current.uploads.dismiss(id);
    const text = result ? latest.current.toMarkup(result) : '';
    current?.betweenCompositions(() => settleNow(current, file, mark, text));
  }

  function settleNow(current: UploadPlace, file: File, { id, isLast }: Mark, text: string): void {
    marks.current.delete(file);
    const after = text === '' || isLast ? '' : latest.current.separator();
    current.settle(id, `${text}${after}`);
    setRunning(marks.current.size);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of an upload is what is waited for
  useEffect(() => {
    for (const upload of uploads.uploads) {
      const mark = marks.current.get(upload.file);
      if (!mark) continue;
      mark.face.say(sayingOf(upload));
      if (['done', 'failed', 'cancelled'].includes(upload.status)) settle(upload, mark);
    }
  }, [uploads.uploads]);

  function sayingOf({ file: { name, size }, status, sent }: Upload): string {
    if (status === 'waiting') return t('postFiles.editor.waiting', { name });
    if (status === 'finishing') return t('postFiles.editor.finishing', { name });
    return t('postFiles.editor.sending', { name, percent: size === 0 ? 0 : Math.floor((sent / size) * 100) });
  }

  useEffect(() => latest.current.files.onUploads?.({ running, failed }), [running, failed]);
  // Unmounting the editor discards its running uploads.
  useEffect(() => () => latest.current.files.onUploads?.({ running: 0, failed: 0 }), []);

  const dismiss = (id: string) => setFailures((all) => all.filter((failure) => failure.id !== id));
  return { take, running, failures, dismiss };
}
