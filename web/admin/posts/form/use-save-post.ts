import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type AdminPost, adminPostApi } from '#contract/admin-posts.ts';
import { consoleCall } from '../../../session/console-call.ts';
import { confirm } from '../../ui/confirm.tsx';
import { type ConsoleKey, fieldErrorsOf, formFailureKeyOf } from '../../ui/failure-text.ts';
import { notifyFailureBeside, notifySuccess } from '../../ui/notify.tsx';
import type { Draft } from '../../ui/use-unsaved-draft.ts';
import type { SourceEditorHandle } from '../editor/source-editor.tsx';
import { editPostPath, postPath } from '../post-paths.ts';
import { staleVersionOf } from '../stale-dialog.tsx';
import type { UploadsUnderWay } from './files/uploads-under-way.ts';
import { focusFirst } from './focus-first.ts';
import { handOver } from './hand-over.ts';
import { byFormField, unknownFileField } from './post-faults.ts';
import { type PostFormValues, toCreation, toUpdate } from './post-form-values.ts';
import type { PostFormState } from './use-post-form.ts';

/** A draft stays one; publishing asks first; an update keeps the status. */
export type SaveKind = 'draft' | 'publish' | 'update';

interface Options {
  readonly serviceId: string;
  readonly state: PostFormState;
  readonly draft: Draft;
  readonly editor: RefObject<SourceEditorHandle | null>;
  readonly underWay: UploadsUnderWay;
  /** As the server has it; nothing until it has been created. */
  readonly post: AdminPost | undefined;
}

interface Conflict {
  readonly theirs: AdminPost;
  readonly kind: SaveKind;
  readonly isStaying: boolean;
}

interface SaveOptions {
  readonly isStaying?: boolean;
  /** The version to save on top of, where it is not the one last seen. */
  readonly base?: AdminPost;
}

export function isLive(post: AdminPost | undefined): boolean {
  return post?.status === 'published' || post?.status === 'reserved';
}

/** What is needed to save what a form holds, and what came of it. */
export function useSavePost({ serviceId, state: { form }, draft, editor, underWay, post }: Options) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const [stored, setStored] = useState(post);
  const [failure, setFailure] = useState<ConsoleKey>();
  const [conflict, setConflict] = useState<Conflict>();
  const [isWaiting, setIsWaiting] = useState(false);
  const isSaving = useRef(false);
  const successor = useRef<{ readonly postId: string; readonly sent: PostFormValues }>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what counts is what the form holds when it goes
  useLayoutEffect(() => {
    return () => {
      if (!successor.current) return;
      const { postId, sent } = successor.current;
      const values = form.getValues();
      const isSaved = JSON.stringify(values) === JSON.stringify(sent);
      handOver({ postId, values, isSaved, cursor: editor.current?.cursor() });
    };
  }, []);

  async function save(kind: SaveKind, options: SaveOptions = {}): Promise<void> {
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      await saveOnce(kind, options);
    } finally {
      isSaving.current = false;
    }
  }

  async function saveOnce(kind: SaveKind, { isStaying = false, base }: SaveOptions): Promise<void> {
    setFailure(undefined);
    const { errors } = form.validate();
    if (Object.keys(errors).length > 0) return refuse(errors, 'failure.fields');
    if (kind === 'publish' && !(await askToPublish())) return;
    if (!(await uploadsSettled())) return setFailure('postFiles.notSaved');
    const values = { ...form.getValues(), ...(base && { revision: base.revision }) };
    try {
      const saved = await send(kind, values, base ?? stored);
      settle(saved, values, { kind, isStaying });
    } catch (error) {
      const theirs = staleVersionOf(error);
      if (theirs) return setConflict({ theirs, kind, isStaying });
      const text = formFailureKeyOf(error);
      const unknown = unknownFileField(error, values);
      const errors = byFormField(fieldErrorsOf(error, t), values);
      refuse({ ...errors, ...(unknown && { [unknown]: t('postFiles.refused') }) }, text);
      notifyFailureBeside(text, error);
    }
  }

  /** What is on its way into the post is part of it; answers whether all of it arrived. */
  async function uploadsSettled(): Promise<boolean> {
    if (underWay.running === 0) return true;
    setIsWaiting(true);
    const isWhole = await underWay.settled();
    setIsWaiting(false);
    return isWhole;
  }

  function refuse(errors: PostFormState['form']['errors'], text: ConsoleKey): void {
    form.setErrors(errors);
    setFailure(text);
    focusFirst(form, errors, editor.current);
  }

  function askToPublish(): Promise<boolean> {
    return confirm({ title: t('confirm.title'), text: t('posts.confirmPublish'), action: t('posts.publish') });
  }

  function send(kind: SaveKind, values: PostFormValues, base: AdminPost | undefined): Promise<AdminPost> {
    if (!base) {
      const body = toCreation(values, kind === 'publish' ? 'publish' : 'draft');
      return consoleCall(adminPostApi.create, { params: { serviceId }, body });
    }
    const status = kind === 'publish' ? 'publish' : undefined;
    const body = toUpdate(values, { stored: base, status });
    return consoleCall(adminPostApi.update, { params: { serviceId, idOrSlug: base.postId }, body });
  }

  /** What was sent is saved; what was typed since is not. */
  function settle(saved: AdminPost, sent: PostFormValues, { kind, isStaying }: { kind: SaveKind; isStaying: boolean }) {
    const isNew = stored === undefined;
    notifySuccess(isNew ? 'done.created' : kind === 'publish' ? 'posts.statusChanged' : 'done.edited');
    if (isStaying && !isNew) {
      setStored(saved);
      form.setFieldValue('revision', saved.revision);
      form.resetDirty({ ...sent, revision: saved.revision });
      draft.discard();
      return;
    }
    draft.finish();
    if (isStaying) successor.current = { postId: saved.postId, sent };
    if (isStaying) void navigate(editPostPath(serviceId, saved.postId), { replace: true });
    else void navigate(postPath(serviceId, saved.postId));
  }

  /** Goes on from somebody else's version: with one's own text on top of it, or with theirs. */
  function rebase(theirs: AdminPost): void {
    setConflict(undefined);
    setStored(theirs);
    form.setFieldValue('revision', theirs.revision);
  }

  /** Puts one's own version in the place of theirs; a draft that they have published goes live with it. */
  async function overwrite({ theirs, kind, isStaying }: Conflict): Promise<void> {
    setConflict(undefined);
    const isPublishing = kind === 'draft' && isLive(theirs);
    if (isPublishing && !(await askToPublish())) return;
    rebase(theirs);
    await save(isPublishing ? 'update' : kind, { isStaying, base: theirs });
  }

  const cancelConflict = () => setConflict(undefined);
  return { save, overwrite, stored, failure, conflict, isWaiting, rebase, cancelConflict };
}
