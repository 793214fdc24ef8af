import { Button, Textarea } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { type AdminComment, adminCommentApi } from '#contract/admin-comments.ts';
import { ApiError } from '#contract/api-client.ts';
import { consoleCall } from '../../../session/console-call.ts';
import { readStoredText, storeText } from '../../../ui/browser-storage.ts';
import { ConsoleForm, FormFailure, SubmitButton } from '../../ui/console-form.tsx';
import { type ConsoleKey, failureKeyOf, fieldErrorsOf } from '../../ui/failure-text.ts';
import { notifySuccess } from '../../ui/notify.tsx';

const MAX_REPLY = 1000;
const draftKey = ({ commentId }: AdminComment) => `kawaraban.reply.${commentId}`;

/** Keeps the text for the life of the tab until it is sent or discarded. */
export function ReplyForm({ comment, onClose }: { comment: AdminComment; onClose: () => void }) {
  const { t } = useTranslation('console');
  const { revalidate } = useRevalidator();
  const { serviceId, commentId, publishStatus, updatedAt } = comment;
  const [body, setBody] = useState(() => readStoredText('sessionStorage', draftKey(comment)) ?? '');
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<ConsoleKey>();

  function change(text: string): void {
    setBody(text);
    setError(undefined);
    storeText('sessionStorage', draftKey(comment), text === '' ? undefined : text);
  }

  async function send(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    setIsSending(true);
    setFailure(undefined);
    try {
      const params = { serviceId, commentId };
      await consoleCall(adminCommentApi.reply, { params, body: { body, seenUpdatedAt: updatedAt } });
      change('');
      notifySuccess('moderation.replied');
      onClose();
      await revalidate();
    } catch (problem) {
      const isEdited = problem instanceof ApiError && problem.status === 409;
      const { body: ofBody } = fieldErrorsOf(problem, t);
      setError(ofBody);
      if (isEdited) {
        setFailure('moderation.editedSince');
        await revalidate();
      } else if (ofBody === undefined) setFailure(failureKeyOf(problem, 'failure.create'));
    } finally {
      setIsSending(false);
    }
  }

  return (
    <ConsoleForm className="ui-column ui-gap-3 ui-above-3" onSubmit={(event) => void send(event)}>
      <Textarea
        label={t('moderation.reply')}
        description={t('moderation.replyHelp')}
        value={body}
        error={error}
        maxLength={MAX_REPLY}
        autosize
        minRows={3}
        autoFocus
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      <FormFailure text={failure} />
      <div className="ui-row ui-gap-2">
        <SubmitButton loading={isSending}>
          {t(publishStatus === 'publish' ? 'moderation.sendReply' : 'moderation.publishAndReply')}
        </SubmitButton>
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
      </div>
    </ConsoleForm>
  );
}
