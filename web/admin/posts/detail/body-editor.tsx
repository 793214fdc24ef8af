import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { type AdminPost, adminPostApi } from '#contract/admin-posts.ts';
import { consoleCall } from '../../../session/console-call.ts';
import { ReplacedNotice, RestoredNotice } from '../../drafts/draft-notices.tsx';
import { useFormDraft, useReplacedDraft } from '../../drafts/use-form-draft.ts';
import { SourceEditor, type SourceEditorHandle } from '../../post-editor/source-editor.tsx';
import { StaleVersions } from '../../post-form/compare/stale-versions.tsx';
import { valuesOf } from '../../post-form/post-form-values.ts';
import { confirm } from '../../ui/confirm.tsx';
import { staleVersionOf } from '../../ui/failure-text.ts';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { useSaveShortcut } from '../../ui/shortcuts.ts';

interface BodyEditorProps {
  readonly post: AdminPost;
  readonly onDone: () => void;
}

interface Typed {
  readonly body: string;
  readonly revision: number;
}

export function BodyEditor({ post, onDone }: BodyEditorProps) {
  const { t } = useTranslation('console');
  const { serviceId, postId } = post;
  const editor = useRef<SourceEditorHandle>(null);
  const [stored, setStored] = useState<Typed>({ body: post.body, revision: post.revision });
  const [typed, setTyped] = useState(stored);
  const [theirs, setTheirs] = useState<AdminPost>();
  const latest = useRef(typed);
  latest.current = typed;
  const isSaving = useRef(false);
  const [uploading, setUploading] = useState(0);
  const revalidator = useRevalidator();
  const isDirty = typed.body !== stored.body;
  const name = `post.${serviceId}.${postId}.body`;
  const draft = useFormDraft<Typed>(name, {
    values: typed,
    isDirty: () => isDirty,
    setValues: fill,
    isBusy: () => uploading > 0,
  });
  const replaced = useReplacedDraft<string>(name);

  function fill({ body = stored.body, revision = stored.revision }: Partial<Typed>): void {
    setTyped({ body, revision });
    editor.current?.replace(body);
  }

  async function save(sent: Typed): Promise<void> {
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      await saveOnce(sent);
    } catch (error) {
      const current = staleVersionOf<AdminPost>(error);
      if (current) setTheirs(current);
      else notifyFailure(error, 'failure.edit');
    } finally {
      isSaving.current = false;
    }
  }

  /** Stays open when the text changed during the request. */
  async function saveOnce({ body, revision }: Typed): Promise<void> {
    const change = { body, bodyFormat: 'markdown' as const, revision };
    const saved = await consoleCall(adminPostApi.update, { params: { serviceId, idOrSlug: postId }, body: change });
    setStored({ body, revision: saved.revision });
    setTyped((before) => ({ ...before, revision: saved.revision }));
    draft.discard();
    notifySuccess('done.edited');
    await revalidator.revalidate();
    if (latest.current.body === body) leave();
  }

  function leave(): void {
    draft.finish();
    onDone();
  }

  async function cancel(): Promise<void> {
    const question = { title: t('confirm.leaveTitle'), text: t('confirm.leave'), action: t('action.leave') };
    if ((isDirty || uploading > 0) && !(await confirm({ ...question, isDangerous: true }))) return;
    leave();
    await revalidator.revalidate();
  }

  // A newer revision with the same body, such as a status change, does not conflict.
  useEffect(() => {
    if (post.revision <= stored.revision || post.body !== stored.body) return;
    setStored({ body: post.body, revision: post.revision });
    setTyped((before) => (before.revision === stored.revision ? { ...before, revision: post.revision } : before));
  }, [post.revision, post.body, stored]);

  useEffect(() => editor.current?.focus(), []);
  useSaveShortcut(() => {
    if (isDirty && !theirs && uploading === 0) void save(typed);
  });

  function takeTheirs(current: AdminPost): void {
    const { body, revision } = current;
    setTheirs(undefined);
    replaced.keep(typed.body);
    setStored({ body, revision });
    fill({ body, revision });
    draft.discard();
  }

  return (
    <div className="body-editor ui-column ui-gap-3">
      <RestoredNotice draft={draft} onReset={() => fill({})} />
      <ReplacedNotice replaced={replaced} onRestore={(body) => fill({ body, revision: typed.revision })} />
      <span id="body-editor-label" className="sr-only">
        {t('posts.fields.body')}
      </span>
      <div className="write-side">
        <SourceEditor
          ref={editor}
          initialText={post.body}
          mode="markdown"
          files={{ serviceId, settings: post.service.configs, onUploads: ({ running }) => setUploading(running) }}
          onChange={(body) => setTyped((before) => ({ ...before, body }))}
          labelledBy="body-editor-label"
          describedBy="body-editor-help"
        />
      </div>
      <p id="body-editor-help" className="write-and-preview-help ui-quiet">
        {t('posts.modes.markdown.help')}
      </p>
      <div className="form-actions">
        <Button disabled={!isDirty || uploading > 0} onClick={() => void save(typed)}>
          {t('action.save')}
        </Button>
        <Button variant="default" onClick={() => void cancel()}>
          {t('action.cancel')}
        </Button>
      </div>
      <StaleVersions
        conflict={
          theirs && {
            theirs,
            mine: { ...valuesOf(theirs), body: typed.body },
            baseValues: { ...valuesOf(theirs), body: stored.body },
          }
        }
        categories={[]}
        onClose={() => setTheirs(undefined)}
        onSave={({ body, revision }) => {
          setTheirs(undefined);
          fill({ body, revision });
          void save({ body, revision });
        }}
        onTakeTheirs={() => theirs && takeTheirs(theirs)}
      />
    </div>
  );
}
