import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AdminPost } from '#contract/admin-posts.ts';
import type { EditorMode } from '#contract/posts.ts';
import type { ServiceConfigs } from '#contract/service-configs.ts';
import type { WorkingCopy } from '#contract/working-copies.ts';
import { ConsoleForm } from '../../ui/console-form.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { RestoredNotice } from '../../ui/restored-notice.tsx';
import { useUnsavedDraft } from '../../ui/use-unsaved-draft.ts';
import type { CategoryOption } from '../category-options.ts';
import type { SourceEditorHandle } from '../editor/source-editor.tsx';
import { WriteAndPreview } from '../editor/write-and-preview.tsx';
import { rememberedSearch } from '../list/list-memory.ts';
import { postsPath } from '../post-paths.ts';
import { StaleDialog } from '../stale-dialog.tsx';
import { AsideNotice } from './aside-notice.tsx';
import { AutosaveStatus } from './autosave/autosave-status.tsx';
import type { AutosaveState } from './autosave/autosaver.ts';
import { useAutosave, useAutosavedValues } from './autosave/use-autosave.ts';
import { WorkingCopyNotice } from './autosave/working-copy-notice.tsx';
import { DetailFields } from './detail-fields.tsx';
import { PostFiles } from './files/post-files.tsx';
import { UploadsUnderWay } from './files/uploads-under-way.ts';
import { takeOver } from './hand-over.ts';
import { LinksField } from './links-field.tsx';
import { fromLocalInput, isFuture } from './local-time.ts';
import { emptyValues, type PostFormValues, valuesOf } from './post-form-values.ts';
import { PublishAtField } from './publish-at-field.tsx';
import { offerSlug, SlugField } from './slug-field.tsx';
import { TagsField } from './tags-field.tsx';
import { useNow } from './use-now.ts';
import { usePostForm } from './use-post-form.ts';
import { useSaveKey } from './use-save-key.ts';
import { isLive, type SaveKind, useSavePost } from './use-save-post.ts';
import { useSetAside } from './use-set-aside.ts';
import './post-form.css';

export interface PostFormProps {
  readonly serviceId: string;
  readonly settings: ServiceConfigs;
  /** Nothing for a post that is to be created. */
  readonly post?: AdminPost;
  /** What one has typed of the post and not saved. */
  readonly copy?: WorkingCopy | undefined;
  /** The category that a new post begins in. */
  readonly category?: string;
  /** How a new post is written at first. */
  readonly editorMode?: EditorMode;
  readonly categories: readonly CategoryOption[];
}

/** Everything that can be said of a post, and the buttons that save it. */
export function PostForm(props: PostFormProps) {
  const { serviceId, settings, post, copy, category = '', editorMode = 'markdown', categories } = props;
  const { t } = useTranslation('console');
  const state = usePostForm(post ? valuesOf(post) : emptyValues(category, editorMode));
  const { form } = state;
  const editor = useRef<SourceEditorHandle>(null);
  const [underWay] = useState(() => new UploadsUnderWay());
  const name = `post.${serviceId}.${post?.postId ?? 'new'}`;
  const ownDraft = useUnsavedDraft(name, {
    values: form.values,
    isDirty: () => form.isDirty(),
    setValues: (values) => fill({ ...form.getInitialValues(), ...values }),
    isBusy: () => underWay.running > 0,
  });
  const aside = useSetAside<PostFormValues>(name);
  const autosave = useAutosave({
    ...{ serviceId, post, copy, name, draft: ownDraft },
    restore: (values, own) => {
      if (own) aside.keep(own);
      if (own) ownDraft.discard();
      fill(values);
    },
  });
  const { draft } = autosave;
  const saving = useSavePost({ serviceId, state, draft, editor, underWay, post });
  const { save, stored, failure, conflict } = saving;
  useAutosavedValues(autosave.autosaver, { values: form.values, isDirty: () => form.isDirty(), stored });
  useSaveKey(() => {
    if (!conflict) void save(isLive(stored) ? 'update' : 'draft', { isStaying: true });
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form takes another one's place
  useEffect(() => {
    const handed = post && takeOver(post.postId);
    if (!handed) return;
    const values = { ...handed.values, revision: post.revision };
    if (handed.isSaved) beginWith(values);
    else fill(values);
    // After the heading, which takes the focus of every new screen.
    const timer = setTimeout(() => handed.cursor !== undefined && editor.current?.focus(handed.cursor));
    return () => clearTimeout(timer);
  }, []);

  function fill(values: PostFormValues): void {
    form.setValues(values);
    editor.current?.replace(values.body);
    // What the form remembers of each field's being changed is of the values before.
    form.resetDirty(form.getInitialValues());
  }

  function beginWith(values: PostFormValues): void {
    fill(values);
    form.resetDirty(values);
  }

  function takeTheirs(theirs: AdminPost): void {
    const values = valuesOf(theirs);
    aside.keep(form.getValues());
    saving.rebase(theirs);
    beginWith(values);
    draft.discard();
  }

  function throwAway(): void {
    fill(form.getInitialValues());
    draft.discard();
  }

  return (
    <ConsoleForm className="post-form" onSubmit={(event) => event.preventDefault()}>
      <RestoredNotice draft={draft} onReset={throwAway} />
      {autosave.restored && <WorkingCopyNotice copy={autosave.restored} onDiscard={throwAway} />}
      {aside.values && (
        <AsideNotice
          onTakeBack={() => {
            if (aside.values) fill({ ...aside.values, revision: form.getValues().revision });
            aside.drop();
          }}
          onDrop={aside.drop}
        />
      )}
      <div className="post-form-pair">
        <SlugField serviceId={serviceId} state={state} ownSlug={stored?.slug} />
        <Select
          label={t('posts.fields.category')}
          description={t('posts.categoryHelp')}
          placeholder={t('posts.noneChosen')}
          data={categories}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('posts.clear') }}
          nothingFoundMessage={t('posts.noCategory')}
          {...form.getInputProps('category')}
          value={form.values.category === '' ? null : form.values.category}
          onChange={(value) => form.setFieldValue('category', value ?? '')}
        />
      </div>
      <TextInput
        className="post-title-input"
        label={t('posts.fields.title')}
        required
        withAsterisk={false}
        autoComplete="off"
        maxLength={300}
        {...form.getInputProps('title')}
        onBlur={() => void offerSlug(serviceId, state)}
      />
      <WriteAndPreview
        ref={editor}
        files={{ serviceId, settings, onUploads: (uploads) => underWay.tell('body', uploads) }}
        initialText={form.getInitialValues().body}
        text={form.values.body}
        onChange={(body) => form.setFieldValue('body', body)}
        mode={form.values.editorMode}
        initialMode={form.getInitialValues().editorMode}
        onModeChange={(mode) => form.setFieldValue('editorMode', mode)}
        label={t('posts.fields.body')}
        error={form.errors.body}
      />
      <PostFiles {...{ serviceId, settings, form, post, editor, underWay }} />
      <LinksField form={form} />
      <TagsField serviceId={serviceId} form={form} />
      <DetailFields form={form} />
      <PublishAtField form={form} />
      <Checkbox
        label={t('posts.fields.isHiddenInList')}
        description={t('posts.hiddenHelp')}
        {...form.getInputProps('isHiddenInList', { type: 'checkbox' })}
      />
      <FormFailure text={failure} />
      <FormActions
        serviceId={serviceId}
        isLive={isLive(stored)}
        publishAt={form.values.publishAt}
        save={save}
        isWaiting={saving.isWaiting}
        autosaved={autosave.state}
      />
      <StaleDialog
        mine={{ ...form.values, status: stored?.status }}
        theirs={conflict?.theirs}
        onCancel={saving.cancelConflict}
        onOverwrite={() => conflict && void saving.overwrite(conflict)}
        onTakeTheirs={() => conflict && takeTheirs(conflict.theirs)}
      />
    </ConsoleForm>
  );
}

interface FormActionsProps {
  readonly serviceId: string;
  readonly isLive: boolean;
  readonly publishAt: string;
  readonly save: (kind: SaveKind) => Promise<void>;
  /** Whether a save waits for what is being uploaded. */
  readonly isWaiting: boolean;
  readonly autosaved: AutosaveState;
}

function FormActions({ serviceId, isLive: isLivePost, publishAt, save, isWaiting, autosaved }: FormActionsProps) {
  const { t } = useTranslation('console');
  const now = useNow();
  const instant = fromLocalInput(publishAt);
  const isScheduled = instant !== null && isFuture(instant, now);
  return (
    <div className="form-actions post-form-actions">
      {isLivePost ? (
        <Button onClick={() => void save('update')}>{t('posts.update')}</Button>
      ) : (
        <>
          <Button onClick={() => void save('publish')}>{t(isScheduled ? 'posts.schedule' : 'posts.publish')}</Button>
          <Button variant="outline" onClick={() => void save('draft')}>
            {t('posts.saveDraft')}
          </Button>
        </>
      )}
      <Button component={Link} to={postsPath(serviceId, rememberedSearch(serviceId))} variant="default">
        {t('action.cancel')}
      </Button>
      <span className="post-form-key">{t('posts.saveKey')}</span>
      <span className="post-form-waiting" role="status">
        {isWaiting && t('postFiles.savesAfterUploads')}
      </span>
      <AutosaveStatus state={autosaved} />
    </div>
  );
}
