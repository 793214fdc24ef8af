import { Button } from '@mantine/core';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminPost } from '#contract/admin-posts.ts';
import type { EditorMode } from '#contract/posts.ts';
import type { ServiceConfigs } from '#contract/service-configs.ts';
import type { WorkingCopy } from '#contract/working-copies.ts';
import type { CategoryOption } from '../../categories/category-options.ts';
import { type DraftEntry, readDraft } from '../../drafts/draft-store.ts';
import { takeOver } from '../../drafts/hand-over.ts';
import { KeptNotices } from '../../drafts/post-draft-notices.tsx';
import { useKeptText, valuesOfDraft } from '../../drafts/use-post-draft.ts';
import { valuesOfCopy } from '../../drafts/working-copy-values.ts';
import { ConsoleForm } from '../../ui/console-form.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import type { BodyHandle } from '../editor/body-handle.ts';
import { CompareDialog, type Comparison } from './compare/compare-dialog.tsx';
import { StaleVersions } from './compare/stale-versions.tsx';
import type { FileFieldProps } from './files/file-field.ts';
import { UploadsUnderWay } from './files/uploads-under-way.ts';
import { useNoStrayDrops } from './files/use-file-drop.ts';
import { useKnownFiles } from './files/use-known-files.ts';
import { FormActions } from './form-actions.tsx';
import { emptyValues, type PostFormValues, valuesOf } from './post-form-values.ts';
import { RetryNotice } from './save/retry-notice.tsx';
import { isLive } from './save/send-post.ts';
import { useSavePost } from './save/use-save-post.ts';
import { SideColumn } from './side-column.tsx';
import { TextColumn } from './text-column.tsx';
import { type PostFormState, usePostForm } from './use-post-form.ts';
import { useSaveKey } from './use-save-key.ts';
import './post-form.css';
import '../../files/files.css';
import './files/post-files.css';

export interface PostFormProps {
  readonly serviceId: string;
  readonly settings: ServiceConfigs;
  readonly post?: AdminPost;
  readonly copy?: WorkingCopy | undefined;
  readonly category?: string;
  readonly editorMode?: EditorMode;
  readonly categories: readonly CategoryOption[];
}

export function PostForm(props: PostFormProps) {
  const { serviceId, settings, post, copy, category = '', editorMode = 'markdown', categories } = props;
  const { t } = useTranslation('console');
  const state = usePostForm(post ? valuesOf(post) : emptyValues(category, editorMode));
  const editor = useRef<BodyHandle>(null);
  const [underWay] = useState(() => new UploadsUnderWay());
  const [shownBody, setShownBody] = useState<{ readonly text: string }>();
  const [looked, setLooked] = useState<Comparison>();
  const kept = useKeptText({ serviceId, post, copy, state, fill, isBusy: () => underWay.running > 0 });
  const saving = useSavePost({ serviceId, state, kept, editor, underWay, post });
  const { save, stored, failure, conflict, retry } = saving;
  const files = usePostFiles({ serviceId, settings, state, post, editor, underWay });
  useSaveKey(() => {
    if (!conflict && !looked) void save(isLive(stored) ? 'update' : 'draft', { isStaying: true });
  });

  // Runs after render, so that the editor has already switched to the mode of the new text.
  useEffect(() => {
    if (shownBody) editor.current?.replace(shownBody.text);
  }, [shownBody]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form takes another one's place
  useEffect(() => {
    const handed = post && takeOver(post.postId);
    if (!handed) return;
    const values = { ...handed.values, revision: post.revision, sentAs: '' };
    fill(values);
    if (handed.isSaved) state.setSaved(values);
    // Runs in a timeout because every new screen first focuses its heading.
    const timer = setTimeout(() => handed.cursor !== undefined && editor.current?.focus(handed.cursor));
    return () => clearTimeout(timer);
  }, []);

  function fill(values: PostFormValues): void {
    state.fill(values);
    setShownBody({ text: values.body });
  }

  function throwAway(): void {
    fill(state.savedValues());
    kept.discard();
  }

  /** Replaces the form's values and sets unsaved ones aside first. */
  function exchange(values: PostFormValues): void {
    const { revision, sentAs } = state.values();
    if (state.isDirty()) void kept.journal.putAside(state.values());
    fill({ ...values, revision, sentAs });
  }

  async function valuesOfEntry({ key }: DraftEntry): Promise<PostFormValues | undefined> {
    const draft = await readDraft(key);
    return draft && valuesOfDraft(draft, state.savedValues());
  }

  async function lookAt(entry: DraftEntry): Promise<void> {
    const theirs = await valuesOfEntry(entry);
    if (theirs) setLooked({ mine: state.values(), theirs: { ...theirs, revision: state.values().revision } });
  }

  async function bringBack(entry: DraftEntry): Promise<void> {
    const values = await valuesOfEntry(entry);
    kept.journal.dropOther(entry);
    if (values) exchange(values);
  }

  function lookAtCopy(newer: WorkingCopy): void {
    if (post)
      setLooked({ mine: state.values(), theirs: { ...valuesOfCopy(newer, post), revision: state.values().revision } });
  }

  function takeCopy(newer: WorkingCopy): void {
    if (!post) return;
    void kept.journal.putAside(state.values());
    fill(valuesOfCopy(newer, post));
    kept.autosave.goOnFrom(newer, true);
  }

  return (
    <ConsoleForm className="post-form" onSubmit={(event) => event.preventDefault()}>
      <div className="post-form-notices">
        <KeptNotices
          kept={kept}
          onLook={() => setLooked({ mine: state.values(), theirs: state.savedValues() })}
          onThrowAway={throwAway}
          onLookAt={(entry) => void lookAt(entry)}
          onBringBack={(entry) => void bringBack(entry)}
          onLookAtCopy={lookAtCopy}
          onTakeCopy={takeCopy}
        />
      </div>
      <TextColumn {...{ serviceId, settings, state, editor, underWay, files }} />
      <SideColumn {...{ serviceId, state, stored, categories, files }} />
      <div className="post-form-foot">
        <FormFailure text={failure} />
        <RetryNotice retry={retry} />
        <FormActions
          serviceId={serviceId}
          isLive={isLive(stored)}
          publishAt={state.form.values.publishAt}
          save={save}
          isWaiting={saving.isWaiting}
          autosave={kept.autosave}
        />
      </div>
      <StaleVersions
        conflict={conflict}
        categories={categories}
        onClose={saving.cancelConflict}
        onSave={(merged) => {
          if (!conflict) return;
          fill(merged);
          void saving.saveOnTop(conflict);
        }}
        onTakeTheirs={() => {
          if (!conflict) return;
          void kept.journal.putAside(state.values());
          saving.rebase(conflict.theirs);
          fill(valuesOf(conflict.theirs));
          kept.discard();
        }}
      />
      <CompareDialog
        comparison={looked}
        title={t('writing.look')}
        mineName={t('writing.compare.inForm')}
        theirsName={t('writing.compare.other')}
        categories={categories}
        onClose={() => setLooked(undefined)}
        actions={(merged) => (
          <LookActions
            onClose={() => setLooked(undefined)}
            onUse={() => {
              exchange(merged());
              setLooked(undefined);
            }}
          />
        )}
      />
    </ConsoleForm>
  );
}

interface LookActionsProps {
  readonly onClose: () => void;
  readonly onUse: () => void;
}

function LookActions({ onClose, onUse }: LookActionsProps) {
  const { t } = useTranslation('console');
  return (
    <>
      <Button variant="default" onClick={onClose} data-autofocus>
        {t('action.close')}
      </Button>
      <Button onClick={onUse}>{t('writing.compare.use')}</Button>
    </>
  );
}

interface PostFilesOptions {
  readonly serviceId: string;
  readonly settings: ServiceConfigs;
  readonly state: PostFormState;
  readonly post: AdminPost | undefined;
  readonly editor: RefObject<BodyHandle | null>;
  readonly underWay: UploadsUnderWay;
}

function usePostFiles({ serviceId, settings, state, post, editor, underWay }: PostFilesOptions): FileFieldProps {
  const { form } = state;
  const { thumbnail, images, files } = form.values;
  const stored = useMemo(() => (post ? [...post.images, ...post.files, post.thumbnail ?? []].flat() : []), [post]);
  const wanted = [...images, ...files, thumbnail ?? []].flat().map(({ fileId }) => fileId);
  const known = useKnownFiles(serviceId, { stored, wanted });
  useNoStrayDrops();
  return {
    ...{ serviceId, settings, form, body: state.body, known, underWay },
    onInsert: (text) => editor.current?.insert(text),
  };
}
