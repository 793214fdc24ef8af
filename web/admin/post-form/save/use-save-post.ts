import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { AdminPost } from '#contract/admin-posts.ts';
import { postDetailPath, postEditPath } from '../../../paths/console.ts';
import { useActor } from '../../../session/actor.ts';
import { type PostDraft, passToForm } from '../../drafts/use-post-draft.ts';
import type { BodyHandle } from '../../post-editor/body-handle.ts';
import { passReaderCheck } from '../../posts/published-copies/use-reader-check.ts';
import { type ConsoleKey, fieldErrorsOf, formFailureKeyOf, staleVersionOf } from '../../ui/failure-text.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import { mergeFields } from '../compare/differences.ts';
import type { PendingUploads } from '../files/use-file-list.ts';
import { formFieldOf, textWithTag, unknownFileField } from '../post-errors.ts';
import { type PostFormValues, valuesOf } from '../post-form-values.ts';
import type { PostFormState } from '../use-post-form.ts';
import {
  askToPublish,
  createPost,
  isLive,
  isSameSave,
  type PublishContext,
  type SaveKind,
  updatePost,
} from './send-post.ts';
import { isTemporary, type RetryReason, retryReasonOf, useRetry } from './use-retry.tsx';

/** Fields from top to bottom of the form. */
const FIELDS =
  'title body images files links publishAt slug category tags groups thumbnail description author language label contentId'.split(
    ' ',
  );

interface FieldFocus {
  readonly form: PostFormState['form'];
  readonly editor: BodyHandle | null;
  readonly onHiddenField: () => void;
}

function focusFirst(errors: Readonly<Record<string, unknown>>, { form, editor, onHiddenField }: FieldFocus): void {
  const first = Object.keys(errors).sort((a, b) => fieldIndex(a) - fieldIndex(b))[0];
  if (first === undefined) return;
  if (first === 'body') {
    editor?.focus();
    return;
  }
  const node = form.getInputNode(first as 'title') ?? document.getElementById(`post-${first}`);
  if (node?.closest('[hidden]')) onHiddenField();
  const section = node?.closest('details');
  // An element in a closed `<details>` cannot take the focus.
  if (section) section.open = true;
  node?.focus();
}

function fieldIndex(path: string): number {
  const [name = ''] = path.split('.');
  const index = FIELDS.indexOf(name);
  return index === -1 ? FIELDS.length : index;
}

export interface SaveOptions {
  readonly serviceId: string;
  readonly state: PostFormState;
  readonly draft: Pick<PostDraft, 'stored' | 'discard' | 'finish' | 'leave'>;
  readonly editor: RefObject<BodyHandle | null>;
  readonly pendingUploads: PendingUploads;
  readonly post: AdminPost | undefined;
  readonly publishContext: PublishContext;
  readonly onMerged: (values: PostFormValues) => void;
  /** Must show the hidden field before it returns. */
  readonly onHiddenField: () => void;
}

interface Save {
  readonly kind: SaveKind;
  readonly isStaying: boolean;
  /** Post to save on top of, if not the last one seen. */
  readonly base?: AdminPost | undefined;
}

export interface Conflict extends Save {
  readonly theirs: AdminPost;
  readonly mine: PostFormValues;
  readonly baseValues: PostFormValues | undefined;
}

export function useSavePost(options: SaveOptions) {
  const { serviceId, state, draft, editor, pendingUploads, post, onHiddenField } = options;
  const { form } = state;
  const { t } = useTranslation('console');
  const { username } = useActor();
  const navigate = useNavigate();
  const retry = useRetry();
  const [stored, setStored] = useState(post);
  const [failure, setFailure] = useState<ConsoleKey>();
  const [conflict, setConflict] = useState<Conflict>();
  const [isWaiting, setIsWaiting] = useState(false);
  const isSaving = useRef(false);
  const editForm = useRef<{ readonly postId: string; readonly sent: PostFormValues }>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the values on unmount
  useLayoutEffect(() => {
    return () => {
      if (!editForm.current) return;
      const { postId, sent } = editForm.current;
      const values = state.values();
      passToForm({ postId, values, isSaved: isUnchanged(values, sent), cursor: editor.current?.cursor() });
      draft.finish();
    };
  }, []);

  async function save(kind: SaveKind, { isStaying = false, base }: Partial<Save> = {}): Promise<void> {
    await runExclusive(async () => {
      retry.end();
      setFailure(undefined);
      const { errors } = form.validate();
      if (Object.keys(errors).length > 0) return showFieldErrors(errors, 'failure.fields');
      if (kind === 'publish' && !(await confirmPublishing(true))) return;
      if (!(await uploadsSettled())) return setFailure('postFiles.notSaved');
      await send({ ...state.values(), ...(base && { revision: base.revision }) }, { kind, isStaying, base });
    });
  }

  async function confirmPublishing(canChooseTime: boolean): Promise<boolean> {
    const values = state.values();
    const answer = await askToPublish(options.publishContext, { serviceId, values, canChooseTime });
    if (answer && answer.publishAt !== values.publishAt) form.setFieldValue('publishAt', answer.publishAt);
    return answer !== undefined;
  }

  async function runExclusive(work: () => Promise<void>): Promise<void> {
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      await work();
    } finally {
      isSaving.current = false;
    }
  }

  async function send(values: PostFormValues, request: Save): Promise<void> {
    const base = request.base ?? stored;
    const sending = { serviceId, kind: request.kind, values };
    try {
      const saved = base ? await updatePost(base, sending) : await createPost({ ...sending, username, onSent });
      onSaved(saved, values, request);
    } catch (error) {
      const theirs = staleVersionOf<AdminPost>(error);
      if (theirs) handleConflict(theirs, values, request);
      else if (isTemporary(error)) retryLater(values, request, retryReasonOf(error));
      else showErrors(error, values);
    }
  }

  /** Handles a newer revision: either this form's own save whose response was lost, or a conflict. */
  function handleConflict(theirs: AdminPost, values: PostFormValues, request: Save): void {
    retry.end();
    if (isSameSave(theirs, { kind: request.kind, values })) {
      onSaved(theirs, values, request);
    } else {
      const mine = state.values();
      const baseValues = stored && state.savedValues();
      const found = { ...request, theirs, mine, baseValues };
      const isOwn = (theirs.updatedBy ?? theirs.createdBy) === username;
      const merged = isOwn && baseValues && mergeFields({ mine, theirs: valuesOf(theirs), base: baseValues });
      if (merged) saveMerged(merged, found);
      else setConflict(found);
    }
  }

  /** Merges with a save of the same person elsewhere, such as tags changed in the list of posts, without asking. */
  function saveMerged(merged: PostFormValues, found: Conflict): void {
    options.onMerged(merged);
    notifySuccess('posts.stale.merged');
    // Waits for the end of the save that met the conflict.
    setTimeout(() => void overwrite(found));
  }

  function onSent(slug: string): void {
    form.setFieldValue('sentAs', slug);
    draft.stored.write();
  }

  /** Retries with the values of the first attempt, because later typing may be incomplete. */
  function retryLater(values: PostFormValues, request: Save, reason: RetryReason): void {
    setFailure(undefined);
    retry.later(() => {
      const sentAs = state.values().sentAs;
      void runExclusive(() => send({ ...values, sentAs }, request));
    }, reason);
  }

  function showErrors(error: unknown, values: PostFormValues): void {
    retry.end();
    const text = formFailureKeyOf(error, stored ? 'failure.edit' : 'failure.create');
    const unknown = unknownFileField(error, values);
    const errors = fieldErrorsOf(error, t, {
      nameOf: (fieldError) => formFieldOf(fieldError, values),
      textOf: (text, fieldError) => textWithTag(text, fieldError, values, t),
    });
    showFieldErrors({ ...errors, ...(unknown && { [unknown]: t('postFiles.refused') }) }, text);
  }

  async function uploadsSettled(): Promise<boolean> {
    if (pendingUploads.running === 0) return true;
    setIsWaiting(true);
    const isComplete = await pendingUploads.finished();
    setIsWaiting(false);
    return isComplete;
  }

  function showFieldErrors(errors: PostFormState['form']['errors'], text: ConsoleKey): void {
    form.setErrors(errors);
    setFailure(text);
    focusFirst(errors, { form, editor: editor.current, onHiddenField });
  }

  /** Marks the sent values as saved; changes typed since stay unsaved and keep the form open. */
  function onSaved(saved: AdminPost, sent: PostFormValues, { kind, isStaying }: Save): void {
    const isNew = stored === undefined;
    const hasMore = !isUnchanged(state.values(), sent);
    retry.end();
    // Keeps undo texts of mode changes made since the request.
    state.formerTexts.set(state.formerTexts.get().filter((former) => !sent.formerTexts.includes(former)));
    notifySuccess(isNew ? 'done.created' : kind === 'publish' ? 'posts.statusChanged' : 'done.edited');
    if (isNew && (isStaying || hasMore)) {
      editForm.current = { postId: saved.postId, sent };
      // Keeps the draft until the edit form has taken it over.
      draft.leave();
      passReaderCheck(stored, saved);
      void navigate(postEditPath(serviceId, saved.postId), { replace: true });
      return;
    }
    const known = { revision: saved.revision, sentAs: '' };
    form.setValues(known);
    state.setSaved({ ...sent, ...known });
    draft.discard();
    draft.stored.write();
    if (isStaying || hasMore) setStored(saved);
    else {
      passReaderCheck(stored, saved);
      void navigate(postDetailPath(serviceId, saved.postId));
    }
  }

  function rebase(theirs: AdminPost): void {
    setConflict(undefined);
    setStored(theirs);
    form.setFieldValue('revision', theirs.revision);
    state.setSaved(valuesOf(theirs));
  }

  /** Publishes when the other version has published the draft meanwhile. */
  async function overwrite({ theirs, kind, isStaying }: Conflict): Promise<void> {
    const isPublishing = kind === 'draft' && isLive(theirs);
    setConflict(undefined);
    if (isPublishing && !(await confirmPublishing(false))) return;
    rebase(theirs);
    await save(isPublishing ? 'update' : kind, { isStaying, base: theirs });
  }

  const cancelConflict = () => setConflict(undefined);
  return { save, overwrite, stored, failure, conflict, isWaiting, rebase, cancelConflict, retry };
}

function isUnchanged(values: PostFormValues, sent: PostFormValues): boolean {
  const textOf = (each: PostFormValues) => JSON.stringify({ ...each, formerTexts: [], sentAs: '', revision: 0 });
  return textOf(values) === textOf(sent);
}
