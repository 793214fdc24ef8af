import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../ui/toasts.tsx';
import type { RejectedComment } from './comment-action.server.ts';
import type { Typed } from './comment-fields.ts';
import { CommentInputs, FormFailure, SendButton } from './comment-inputs.tsx';
import type { ShownOwnComment } from './shown-comment.ts';
import { useThread } from './thread-context.ts';
import { useSending } from './use-sending.ts';

interface OwnToolsProps {
  readonly comment: ShownOwnComment;
  readonly rejection: RejectedComment | undefined;
}

export function OwnTools({ comment, rejection }: OwnToolsProps) {
  const { t } = useTranslation('comments');
  const { path, onDeleted } = useThread();
  const tools = useRef<HTMLDivElement>(null);
  const isOver = useIsOver(comment.editableUntil, tools);
  const { commentId } = comment;
  // Without scripts the response is a page for its sender, which contains this comment.
  const action = `${path}?comment=${commentId}`;
  const form = { action, comment };
  // Keeps rejected input visible; the server enforces the time limit.
  if (isOver && rejection === undefined) return null;
  return (
    <div className="comment-tools ui-row ui-gap-0-4 ui-size-note ui-above-2" ref={tools}>
      <Tool name={`tools-${commentId}`} word={t('edit.open')} isOpen={rejection?.isDeletion === false}>
        {(close) => <EditForm {...form} rejection={rejection?.isDeletion ? undefined : rejection} onDone={close} />}
      </Tool>
      <Tool name={`tools-${commentId}`} word={t('delete.open')} isOpen={rejection?.isDeletion === true}>
        {() => <DeleteForm {...form} rejection={rejection?.isDeletion ? rejection : undefined} onDone={onDeleted} />}
      </Tool>
    </div>
  );
}

interface ToolProps {
  readonly name: string;
  readonly word: string;
  readonly isOpen: boolean;
  readonly children: (close: () => void) => ReactNode;
}

function Tool({ name, word, isOpen, children }: ToolProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (details.current) details.current.open = false;
  };
  return (
    <details className="comment-tool" name={name} open={isOpen || undefined} ref={details}>
      <summary>{word}</summary>
      {children(close)}
    </details>
  );
}

interface ToolFormProps {
  readonly action: string;
  readonly comment: ShownOwnComment;
  readonly rejection: RejectedComment | undefined;
  readonly onDone: () => void;
}

function EditForm({ action, comment, rejection, onDone }: ToolFormProps) {
  const { t } = useTranslation('comments');
  const { place, own } = useThread();
  const { commentId } = comment;
  const { isBusy, failure, formProps } = useSending({
    draftKey: `kawaraban.comment.${place.serviceId}/${place.contentId}/${commentId}`,
    rejection: rejection?.failure,
    send: async (typed: Typed) => {
      const { changeComment } = await import('./send-comment.ts');
      const change = { typed, seenUpdatedAt: comment.updatedAt ?? null, onConflict: own.say };
      own.say(await changeComment(place, commentId, change));
      onDone();
      document.getElementById(`comment-${commentId}`)?.focus();
      showToast(t('result.changed'));
    },
  });
  return (
    <form {...formProps} className="comment-form ui-grid ui-gap-5" action={action}>
      <ToolTarget intent="edit-comment" commentId={commentId} />
      <input type="hidden" name="seenUpdatedAt" value={comment.updatedAt ?? ''} />
      <CommentInputs label={t('edit.body')} typed={rejection?.typed ?? comment} failure={failure} />
      <FormFailure failure={failure} title={t('failure.editTitle')} />
      <SendButton isBusy={isBusy}>{t('edit.save')}</SendButton>
    </form>
  );
}

function DeleteForm({ action, comment: { commentId }, rejection, onDone }: ToolFormProps) {
  const { t } = useTranslation('comments');
  const { place, own } = useThread();
  const { isBusy, failure, formProps } = useSending({
    rejection: rejection?.failure,
    isDeletion: true,
    send: async () => {
      const { deleteComment } = await import('./send-comment.ts');
      await deleteComment(place, commentId);
      own.forget(commentId);
      onDone();
      showToast(t('result.deleted'));
    },
  });
  return (
    <form {...formProps} className="comment-form ui-grid ui-gap-5" action={action}>
      <ToolTarget intent="delete-comment" commentId={commentId} />
      <p>{t('delete.sure')}</p>
      <FormFailure failure={failure} title={t('failure.deleteTitle')} />
      <SendButton isBusy={isBusy} tone="danger">
        {t('delete.confirm')}
      </SendButton>
    </form>
  );
}

function ToolTarget({ intent, commentId }: { intent: string; commentId: string }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="commentId" value={commentId} />
    </>
  );
}

/** Stays false while a form is open. */
function useIsOver(instant: string | undefined, tools: RefObject<HTMLElement | null>): boolean {
  const [isOver, setIsOver] = useState(instant === undefined);
  useEffect(() => {
    setIsOver(instant === undefined);
    if (instant === undefined) return;
    const end = () => setIsOver(!tools.current?.querySelector('details[open]'));
    const timer = setTimeout(end, Math.max(0, Date.parse(instant) - Date.now()));
    return () => clearTimeout(timer);
  }, [instant, tools]);
  return isOver;
}
