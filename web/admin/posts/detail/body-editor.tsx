import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AdminPost, adminPostApi } from '#contract/admin-posts.ts';
import { consoleCall } from '../../../session/console-call.ts';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { RestoredNotice } from '../../ui/restored-notice.tsx';
import { useDraft } from '../../ui/use-unsaved-draft.ts';
import { MarkdownEditor, type MarkdownEditorHandle } from '../editor/markdown-editor.tsx';
import { useSaveKey } from '../form/use-save-key.ts';
import { StaleDialog, staleVersionOf } from '../stale-dialog.tsx';

export interface BodyEditorProps {
  readonly post: AdminPost;
  /** Shows the post as it is now stored. */
  readonly onDone: () => void;
}

interface Typed {
  readonly body: string;
  /** The version that the typing began on. */
  readonly revision: number;
}

/** The body alone, edited where it is read. */
export function BodyEditor({ post, onDone }: BodyEditorProps) {
  const { t } = useTranslation('console');
  const { serviceId, postId } = post;
  const editor = useRef<MarkdownEditorHandle>(null);
  const [stored, setStored] = useState<Typed>(post);
  const [typed, setTyped] = useState<Typed>({ body: post.body, revision: post.revision });
  const [theirs, setTheirs] = useState<AdminPost>();
  const isDirty = typed.body !== stored.body;
  const draft = useDraft<Typed>({ key: `post.${serviceId}.${postId}.body`, values: typed, isDirty, restore: fill });

  function fill({ body = post.body, revision = post.revision }: Partial<Typed>): void {
    setTyped({ body, revision });
    editor.current?.replace(body);
  }

  async function save({ body, revision }: Typed): Promise<void> {
    try {
      const change = { body, bodyFormat: 'markdown' as const, revision };
      await consoleCall(adminPostApi.update, { params: { serviceId, idOrSlug: postId }, body: change });
    } catch (error) {
      const current = staleVersionOf(error);
      if (current) setTheirs(current);
      else notifyFailure(error);
      return;
    }
    draft.finish();
    notifySuccess('done.edited');
    onDone();
  }

  useEffect(() => editor.current?.focus(), []);
  useSaveKey(() => {
    if (isDirty && !theirs) void save(typed);
  });

  function takeTheirs(current: AdminPost): void {
    setTheirs(undefined);
    setStored(current);
    fill(current);
  }

  return (
    <div className="body-editor">
      {draft.restoredFrom !== undefined && (
        <RestoredNotice
          from={draft.restoredFrom}
          onDiscard={() => {
            fill({});
            draft.discard();
          }}
        />
      )}
      <span id="body-editor-label" className="sr-only">
        {t('posts.fields.body')}
      </span>
      <div className="write-side">
        <MarkdownEditor
          ref={editor}
          initialText={post.body}
          onChange={(body) => setTyped((before) => ({ ...before, body }))}
          labelledBy="body-editor-label"
          describedBy="body-editor-help"
        />
      </div>
      <p id="body-editor-help" className="write-and-preview-help">
        {t('posts.bodyHelp')}
      </p>
      <div className="form-actions">
        <Button disabled={!isDirty} onClick={() => void save(typed)}>
          {t('action.save')}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            draft.finish();
            onDone();
          }}
        >
          {t('action.cancel')}
        </Button>
      </div>
      <StaleDialog
        mine={{ title: post.title, body: typed.body }}
        theirs={theirs}
        onCancel={() => setTheirs(undefined)}
        onOverwrite={() => {
          if (!theirs) return;
          setTheirs(undefined);
          void save({ body: typed.body, revision: theirs.revision });
        }}
        onTakeTheirs={() => theirs && takeTheirs(theirs)}
      />
    </div>
  );
}
