import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../ui/toasts.tsx';
import { errorsOf, type FieldName, type Typed } from './comment-fields.ts';
import { CommentInputs, FormFailure, SendButton } from './comment-inputs.tsx';
import type { CommentsData } from './load-comments.server.ts';
import { sendComment } from './send-comment.ts';
import type { ShownOwnComment } from './shown-comment.ts';
import type { KnownThreadProps } from './thread-props.ts';
import { useOpenedForm } from './use-opened-form.tsx';
import { dropDraft, useSending } from './use-sending.ts';

interface CommentFormProps extends KnownThreadProps {
  readonly onSent: (comment: ShownOwnComment) => void;
}

const EMPTY: Typed = { body: '', nickname: '', age: '', area: '' };

export function CommentForm({ serviceId, contentId, path, comments, rejection, onSent }: CommentFormProps) {
  const { t } = useTranslation('comments');
  const isNew = rejection !== undefined && rejection.commentId === undefined;
  const draftKey = `${serviceId}/${contentId}`;
  const sentId = useRef<string>(undefined);
  const opened = useOpenedForm({ serviceId, contentId });
  // The comment was already sent without this script, so the draft must not be sent again.
  const hasArrived = comments.said !== undefined;
  useLayoutEffect(() => {
    if (hasArrived) dropDraft(draftKey);
  }, [hasArrived, draftKey]);
  const { isBusy, failure, formProps } = useSending({
    draftKey,
    rejection: isNew ? rejection.failure : undefined,
    check: errorsOf,
    send: async (typed, form) => {
      const website = String(new FormData(form).get('website') ?? '');
      const result = await sendComment({ serviceId, contentId }, typed, { ...(await opened.proof()), website });
      sentId.current = result.commentId;
      onSent(result);
      opened.close();
      empty(form, 'body');
      showToast(t(`said.${result.status}`));
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
        <NotForPeople serviceId={serviceId} />
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
function NotForPeople({ serviceId }: { serviceId: string }) {
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
