import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { dropDraft } from '../../ui/form-draft.ts';
import { showToast } from '../../ui/toasts.tsx';
import type { FieldName, Typed } from './comment-fields.ts';
import { CommentInputs, FormFailure, SendButton } from './comment-inputs.tsx';
import type { CommentsData } from './load-comments.server.ts';
import { useThread } from './thread-context.ts';
import { useOpenedForm } from './use-opened-form.tsx';
import { useSending } from './use-sending.ts';

const EMPTY: Typed = { body: '', nickname: '', age: '', area: '' };

export function CommentForm() {
  const { t } = useTranslation('comments');
  const { place, path, comments, rejection, own } = useThread();
  const { serviceId, contentId } = place;
  const isNew = rejection !== undefined && rejection.commentId === undefined;
  const draftKey = `kawaraban.comment.${serviceId}/${contentId}`;
  const sentId = useRef<string>(undefined);
  const opened = useOpenedForm(place);
  // The comment was already sent without this script, so the draft must not be sent again.
  const hasArrived = comments.formResult !== undefined;
  useLayoutEffect(() => {
    if (hasArrived) dropDraft(draftKey);
  }, [hasArrived, draftKey]);
  const { isBusy, failure, formProps } = useSending({
    draftKey,
    rejection: isNew ? rejection.failure : undefined,
    send: async (typed, form) => {
      const { sendComment } = await import('./send-comment.ts');
      const website = String(new FormData(form).get('website') ?? '');
      const result = await sendComment(place, typed, { ...(await opened.proof()), website });
      sentId.current = result.commentId;
      own.say(result);
      opened.close();
      empty(form, 'body');
      showToast(t(`result.${result.status}`));
    },
  });
  useFocusOn(sentId, isBusy);
  return (
    <section className="comment-new" id="comment-form" aria-labelledby="comment-form-title" tabIndex={-1}>
      <h3 id="comment-form-title">{t('form.title')}</h3>
      <ConfirmedFirst comments={comments} />
      <form {...formProps} className="comment-form ui-grid ui-gap-5" action={path} onFocus={opened.open}>
        <input type="hidden" name="intent" value="comment" />
        <CommentInputs
          label={t('form.body')}
          typed={(isNew ? rejection.typed : undefined) ?? EMPTY}
          failure={failure}
        />
        <SpamTrap serviceId={serviceId} />
        {opened.part}
        <FormFailure failure={failure} title={t('failure.sendTitle')} />
        <SendButton isBusy={isBusy}>{t('form.send')}</SendButton>
      </form>
    </section>
  );
}

function ConfirmedFirst({ comments: { startsAs, needsProof } }: { comments: CommentsData }) {
  const { t } = useTranslation('comments');
  const note = <p className="comment-first ui-quiet ui-below-4">{t('form.confirmed')}</p>;
  if (startsAs !== 'publish') return note;
  return needsProof ? <noscript>{note}</noscript> : null;
}

/** Without scripts, the image tells the server when the page was opened. */
function SpamTrap({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('comments');
  return (
    <div className="comment-website" aria-hidden="true">
      <label>
        {t('form.website')}
        <input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
      <noscript>
        <img src={`/comments/${serviceId}/started.gif`} alt="" width={1} height={1} />
      </noscript>
    </div>
  );
}

function empty(form: HTMLFormElement, name: FieldName): void {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLTextAreaElement)) return;
  field.value = '';
  field.dispatchEvent(new Event('input'));
}

function useFocusOn(sentId: { current: string | undefined }, isBusy: boolean): void {
  useLayoutEffect(() => {
    if (isBusy || sentId.current === undefined) return;
    document.getElementById(`comment-${sentId.current}`)?.focus();
    sentId.current = undefined;
  }, [isBusy, sentId]);
}
