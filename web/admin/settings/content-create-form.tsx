import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommentStatus } from '#contract/service-configs.ts';
import { serviceContentApi } from '#contract/service-contents.ts';
import { consoleCall } from '../../session/console-call.ts';
import { ConsoleForm } from '../ui/console-form.tsx';
import { type ConsoleKey, fieldErrorsOf, formFailureKeyOf } from '../ui/failure-text.ts';
import { FormFailure } from '../ui/form-failure.tsx';
import { notifySuccess } from '../ui/notify.tsx';
import { staleVersionOf } from '../ui/stale-version.ts';
import { SubmitButton } from '../ui/submit-button.tsx';
import { CONTENT_ID_LENGTH, isNewContentId } from './content-id.ts';
import { ContentStatusSelect } from './content-status-select.tsx';

export interface ContentCreateFormProps {
  readonly serviceId: string;
  /** What the service says of comments in general. */
  readonly defaultStatus: CommentStatus;
  /** Whether the service has no content id yet, so that all others will be shut. */
  readonly isFirstOfAll: boolean;
  readonly onEnd: (isCreated: boolean) => void;
}

interface Values {
  readonly contentId: string;
  readonly status: CommentStatus;
}

/** Registers one more content id. */
export function ContentCreateForm({ serviceId, defaultStatus, isFirstOfAll, onEnd }: ContentCreateFormProps) {
  const { t } = useTranslation('console');
  const [failure, setFailure] = useState<ConsoleKey>();
  const form = useForm<Values>({
    initialValues: { contentId: '', status: defaultStatus },
    validate: {
      contentId: (typed) => {
        if (typed.trim() === '') return t('rule.required');
        return isNewContentId(typed.trim()) ? null : t('contents.fault', CONTENT_ID_LENGTH);
      },
    },
  });

  async function submit(values: Values): Promise<void> {
    setFailure(undefined);
    const contentId = values.contentId.trim();
    try {
      // 0: saving an id that is registered already would change it.
      const body = { commentDefaultPublishStatus: values.status, revision: 0 };
      await consoleCall(serviceContentApi.save, { params: { serviceId, contentId }, body });
    } catch (error) {
      if (staleVersionOf(error)) return showFault(t('contents.taken'));
      const fault = fieldErrorsOf(error, t).contentId;
      if (fault !== undefined) showFault(fault);
      setFailure(formFailureKeyOf(error));
      return;
    }
    notifySuccess('done.created');
    onEnd(true);
  }

  function showFault(fault: string): void {
    form.setFieldError('contentId', fault);
    form.getInputNode('contentId')?.focus();
  }

  return (
    <ConsoleForm
      className="content-form"
      aria-label={t('contents.create')}
      onSubmit={form.onSubmit(submit, () => form.getInputNode('contentId')?.focus())}
    >
      {isFirstOfAll && (
        <div className="notice" data-kind="warning">
          <TriangleAlert size={16} aria-hidden="true" />
          <p>{t('contents.firstShutsOthers')}</p>
        </div>
      )}
      <TextInput
        label={t('contents.contentId')}
        description={t('contents.contentIdHelp', CONTENT_ID_LENGTH)}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        required
        {...form.getInputProps('contentId')}
      />
      <ContentStatusSelect value={form.values.status} onChange={(status) => form.setFieldValue('status', status)} />
      <FormFailure text={failure} />
      <div className="form-actions">
        <SubmitButton>{t('action.create')}</SubmitButton>
        <Button variant="default" onClick={() => onEnd(false)}>
          {t('action.cancel')}
        </Button>
      </div>
    </ConsoleForm>
  );
}
