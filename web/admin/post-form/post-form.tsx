import { Button } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { AdminPost } from '#contract/admin-posts.ts';
import type { EditorMode } from '#contract/posts.ts';
import type { ServiceConfigs } from '#contract/service-configs.ts';
import type { WorkingCopy } from '#contract/working-copies.ts';
import { useActor } from '../../session/actor.ts';
import type { CategoryOption } from '../categories/category-options.ts';
import { type DraftEntry, draftStore } from '../drafts/draft-store.ts';
import { PostDraftNotices } from '../drafts/post-draft-notices.tsx';
import { takePassedValues, usePostDraft, valuesOfDraft } from '../drafts/use-post-draft.ts';
import { valuesOfCopy } from '../drafts/working-copy-values.ts';
import type { BodyHandle } from '../post-editor/body-handle.ts';
import { PublishedCopies } from '../posts/published-copies/published-copies.tsx';
import { useReaderCheck } from '../posts/published-copies/use-reader-check.ts';
import { ConsoleForm, FormFailure } from '../ui/console-form.tsx';
import { useSaveShortcut } from '../ui/shortcuts.ts';
import { CompareDialog, type Comparison } from './compare/compare-dialog.tsx';
import { StaleVersions } from './compare/stale-versions.tsx';
import { useNoStrayDrops } from './files/add-files.tsx';
import { type FileFieldProps, PendingUploads } from './files/use-file-list.ts';
import { useKnownFiles } from './files/use-known-files.ts';
import { foldedOf, rememberFolded } from './form-section.tsx';
import { PostFormBar, SETTINGS_ID } from './post-form-bar.tsx';
import { emptyValues, type PostFormValues, valuesOf } from './post-form-values.ts';
import { isLive } from './save/send-post.ts';
import { RetryNotice } from './save/use-retry.tsx';
import { type SaveOptions, useSavePost } from './save/use-save-post.ts';
import { SideColumn } from './side-column.tsx';
import { TextColumn } from './text-column.tsx';
import { usePostForm } from './use-post-form.ts';
import './post-form.css';
import '../files/files.css';
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
  const [pendingUploads] = useState(() => new PendingUploads());
  const [shownBody, setShownBody] = useState<{ readonly text: string }>();
  const [comparison, setComparison] = useState<Comparison>();
  const draft = usePostDraft({ serviceId, post, copy, state, fill, isBusy: () => pendingUploads.running > 0 });
  const settingsPanel = useSettingsPanel();
  const [isFullScreen, setIsFullScreen] = useState(false);
  const files = usePostFiles({ serviceId, settings, state, post, editor, pendingUploads });
  const serviceLabel = useActor().services.find((service) => service.serviceId === serviceId)?.label ?? serviceId;
  const saving = useSavePost({
    serviceId,
    state,
    draft,
    editor,
    pendingUploads,
    post,
    onMerged: fill,
    publishContext: { serviceLabel, settings, known: files.known },
    onHiddenField: () =>
      flushSync(() => {
        setIsFullScreen(false);
        settingsPanel.show();
      }),
  });
  const { save, stored, failure, conflict, retry } = saving;
  const readers = useReaderCheck(stored);
  const bar = useBarSize();
  useSaveShortcut(() => {
    if (!conflict && !comparison) void save(isLive(stored) ? 'update' : 'draft', { isStaying: true });
  });

  // Runs after render, so that the editor has already switched to the mode of the new text.
  useEffect(() => {
    if (shownBody) editor.current?.replace(shownBody.text);
  }, [shownBody]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on mount only
  useEffect(() => {
    const passed = takePassedValues(post?.postId ?? '');
    if (!post || !passed) {
      if (passed) replaceValues(passed.values);
      const timer = setTimeout(() => !post && state.form.getInputNode('title')?.focus());
      return () => clearTimeout(timer);
    }
    const values = { ...passed.values, revision: post.revision, sentAs: '' };
    fill(values);
    if (passed.isSaved) state.setSaved(values);
    // Runs in a timeout because every new screen first focuses its heading.
    const timer = setTimeout(() => passed.cursor !== undefined && editor.current?.focus(passed.cursor));
    return () => clearTimeout(timer);
  }, []);

  function onEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    // Escape closes the list of a field first.
    if ((event.target as Element).getAttribute('aria-expanded') === 'true') return;
    setIsFullScreen(false);
    if (settingsPanel.isOverText()) settingsPanel.change(false);
  }

  function fill(values: PostFormValues): void {
    state.fill(values);
    setShownBody({ text: values.body });
  }

  function discardDraft(): void {
    fill(state.savedValues());
    draft.discard();
  }

  function replaceValues(values: PostFormValues): void {
    const { revision, sentAs } = state.values();
    if (state.isDirty()) void draft.stored.storeReplaced(state.values());
    fill({ ...values, revision, sentAs });
  }

  async function valuesOfEntry({ key }: DraftEntry): Promise<PostFormValues | undefined> {
    const other = await draftStore.read(key);
    return other && valuesOfDraft(other, state.savedValues());
  }

  async function compareDraft(entry: DraftEntry): Promise<void> {
    const theirs = await valuesOfEntry(entry);
    if (theirs) setComparison({ mine: state.values(), theirs: { ...theirs, revision: state.values().revision } });
  }

  async function adoptDraft(entry: DraftEntry): Promise<void> {
    const values = await valuesOfEntry(entry);
    draft.stored.removeOther(entry);
    if (values) replaceValues(values);
  }

  function compareCopy(newer: WorkingCopy): void {
    if (post)
      setComparison({
        mine: state.values(),
        theirs: { ...valuesOfCopy(newer, post), revision: state.values().revision },
      });
  }

  function adoptCopy(newer: WorkingCopy): void {
    if (!post) return;
    void draft.stored.storeReplaced(state.values());
    fill(valuesOfCopy(newer, post));
    draft.autosave.resumeFrom(newer, { isAdopted: true });
  }

  return (
    <ConsoleForm
      className="post-form"
      data-fullscreen={isFullScreen || undefined}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={onEscape}
    >
      <div className="post-form-bar ui-column" ref={bar}>
        <PostFormBar
          serviceId={serviceId}
          stored={stored}
          publishAt={state.form.values.publishAt}
          save={save}
          isWaiting={saving.isWaiting}
          autosave={draft.autosave}
          settings={settingsPanel}
          fullScreen={{ isOn: isFullScreen, change: setIsFullScreen }}
        />
        <FormFailure text={failure} />
        <RetryNotice retry={retry} />
        <PublishedCopies check={readers} isCompact />
      </div>
      <div className="post-form-notices ui-column ui-gap-2">
        <PostDraftNotices
          draft={draft}
          onCompareSaved={() => setComparison({ mine: state.values(), theirs: state.savedValues() })}
          onDiscard={discardDraft}
          onCompareDraft={(entry) => void compareDraft(entry)}
          onUseDraft={(entry) => void adoptDraft(entry)}
          onCompareCopy={compareCopy}
          onUseCopy={adoptCopy}
        />
      </div>
      <TextColumn state={state} editor={editor} files={files} />
      <SideColumn
        isOpen={settingsPanel.isOn && !isFullScreen}
        onClose={() => settingsPanel.change(false)}
        editor={editor}
        onHeading={() => settingsPanel.isOverText() && settingsPanel.hide()}
        state={state}
        stored={stored}
        categories={categories}
        files={files}
      />
      <StaleVersions
        conflict={conflict}
        categories={categories}
        onClose={saving.cancelConflict}
        onSave={(merged) => {
          if (!conflict) return;
          fill(merged);
          void saving.overwrite(conflict);
        }}
        onTakeTheirs={() => {
          if (!conflict) return;
          void draft.stored.storeReplaced(state.values());
          saving.rebase(conflict.theirs);
          fill(valuesOf(conflict.theirs));
          draft.discard();
        }}
      />
      <CompareDialog
        comparison={comparison}
        title={t('writing.look')}
        mineName={t('writing.compare.inForm')}
        theirsName={t('writing.compare.other')}
        categories={categories}
        onClose={() => setComparison(undefined)}
        actions={(merged) => (
          <>
            <Button variant="default" onClick={() => setComparison(undefined)} data-autofocus>
              {t('action.close')}
            </Button>
            <Button
              onClick={() => {
                replaceValues(merged());
                setComparison(undefined);
              }}
            >
              {t('writing.compare.use')}
            </Button>
          </>
        )}
      />
    </ConsoleForm>
  );
}

/** Wide screens remember whether the settings are folded. On narrow ones they cover the text and start closed. */
function useSettingsPanel() {
  const { username } = useActor();
  const isNarrow = () => matchMedia('(width < 72rem)').matches;
  const [isOn, setIsOn] = useState(() => !isNarrow() && !foldedOf(username)[SETTINGS_ID]);
  function change(next: boolean): void {
    setIsOn(next);
    const target = next ? `#${SETTINGS_ID} > button` : `[aria-controls=${SETTINGS_ID}]`;
    if (isNarrow()) setTimeout(() => document.querySelector<HTMLElement>(target)?.focus());
    else rememberFolded(username, SETTINGS_ID, !next);
  }
  return {
    isOn,
    /** Also moves the focus into the settings, or back, where they cover the text. */
    change,
    show: () => setIsOn(true),
    hide: () => setIsOn(false),
    isOverText: () => isOn && isNarrow(),
  };
}

/** Tells the style sheet the height of the bar, below which the toolbar of the text stays. */
function useBarSize() {
  const { ref: bar, height } = useElementSize<HTMLDivElement>({ box: 'border-box' });
  useEffect(() => {
    document.documentElement.style.setProperty('--editor-bar-size', `${height}px`);
    return () => void document.documentElement.style.removeProperty('--editor-bar-size');
  }, [height]);
  return bar;
}

interface PostFilesOptions extends Omit<SaveOptions, 'draft' | 'onHiddenField' | 'onMerged' | 'publishContext'> {
  readonly settings: ServiceConfigs;
}

function usePostFiles({ serviceId, settings, state, post, editor, pendingUploads }: PostFilesOptions): FileFieldProps {
  const { form } = state;
  const { thumbnail, images, files } = form.values;
  const stored = useMemo(() => (post ? [...post.images, ...post.files, post.thumbnail ?? []].flat() : []), [post]);
  const fileIds = [...images, ...files, thumbnail ?? []].flat().map(({ fileId }) => fileId);
  const known = useKnownFiles(serviceId, { stored, fileIds });
  useNoStrayDrops();
  return {
    serviceId,
    settings,
    form,
    body: state.body,
    known,
    pendingUploads,
    onInsert: (text) => editor.current?.insert(text),
  };
}
