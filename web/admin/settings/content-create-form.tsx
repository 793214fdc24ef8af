import { Button, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContentId } from '#contract/posts.ts';
import type { CommentStatus } from '#contract/service-configs.ts';
import { MAX_CONTENTS, type OpenContents, type OthersChoice, serviceContentApi } from '#contract/service-contents.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { consoleCall } from '../../session/console-call.ts';
import { ConsoleForm, FormFailure, SubmitButton } from '../ui/console-form.tsx';
import { type ConsoleKey, fieldErrorsOf, formFailureKeyOf, staleVersionOf } from '../ui/failure-text.ts';
import { notifySuccess } from '../ui/notify.tsx';
import { ContentStatusSelect } from './content-status-dialog.tsx';

interface ContentCreateFormProps {
  readonly serviceId: string;
  readonly defaultStatus: CommentStatus;
  /** The service has no content id yet; registering the first one disables comments on all other contents. */
  readonly isFirstOfAll: boolean;
  readonly onEnd: (isCreated: boolean) => void;
}

interface Values {
  readonly contentId: string;
  readonly status: CommentStatus;
}

export function ContentCreateForm({ serviceId, defaultStatus, isFirstOfAll, onEnd }: ContentCreateFormProps) {
  const { t } = useTranslation('console');
  const [failure, setFailure] = useState<ConsoleKey>();
  const [open, setOpen] = useState<OpenContents>();
  const form = useForm<Values>({
    initialValues: { contentId: '', status: defaultStatus },
    validate: {
      contentId: (typed) => {
        if (typed.trim() === '') return t('rule.required');
        return isNewContentId(typed.trim()) ? null : t('contents.error', CONTENT_ID_LENGTH);
      },
    },
  });

  async function submit(values: Values): Promise<void> {
    const contentId = values.contentId.trim();
    await withFailure(async () => {
      const found = isFirstOfAll ? await findOpen(serviceId, contentId) : undefined;
      if (found) setOpen(found);
      else await save(values);
    });
  }

  async function choose(others: OthersChoice): Promise<void> {
    setOpen(undefined);
    await withFailure(() => save(form.getValues(), others));
  }

  async function save(values: Values, others?: OthersChoice): Promise<void> {
    const params = { serviceId, contentId: values.contentId.trim() };
    // Revision 0 makes saving fail with a conflict when the id is already registered.
    const body = { commentDefaultPublishStatus: values.status, revision: 0, ...(others && { others }) };
    await consoleCall(serviceContentApi.save, { params, body });
    notifySuccess('done.created');
    onEnd(true);
  }

  async function withFailure(work: () => Promise<void>): Promise<void> {
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      if (staleVersionOf(error)) return showError(t('contents.taken'));
      const fieldError = fieldErrorsOf(error, t).contentId;
      if (fieldError !== undefined) showError(fieldError);
      setFailure(formFailureKeyOf(error, 'failure.create'));
    }
  }

  function showError(fieldError: string): void {
    form.setFieldError('contentId', fieldError);
    form.getInputNode('contentId')?.focus();
  }

  return (
    <ConsoleForm
      className="content-form ui-panel-ruled ui-column ui-gap-5"
      aria-label={t('contents.create')}
      onSubmit={form.onSubmit(submit, () => form.getInputNode('contentId')?.focus())}
    >
      {isFirstOfAll && (
        <div className="notice" data-kind="warning">
          <TriangleAlert />
          <p>{t('contents.firstShutsOthers')}</p>
        </div>
      )}
      <TextInput
        label={t('contents.contentId')}
        description={t('contents.contentIdHelp', CONTENT_ID_LENGTH)}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
        {...form.getInputProps('contentId')}
      />
      <ContentStatusSelect value={form.values.status} onChange={(status) => form.setFieldValue('status', status)} />
      <FormFailure text={failure} />
      <FirstContentDialog open={open} onChoose={(others) => void choose(others)} onCancel={() => setOpen(undefined)} />
      <div className="form-actions">
        <SubmitButton>{t('action.create')}</SubmitButton>
        <Button variant="default" onClick={() => onEnd(false)}>
          {t('action.cancel')}
        </Button>
      </div>
    </ConsoleForm>
  );
}

/** Returns the contents that registering the first id closes for comments, or undefined when there are none. */
async function findOpen(serviceId: string, besides: string): Promise<OpenContents | undefined> {
  const open = await consoleCall(serviceContentApi.open, { params: { serviceId }, query: { besides } });
  return open.count > 0 ? open : undefined;
}

interface FirstContentDialogProps {
  readonly open: OpenContents | undefined;
  readonly onChoose: (others: OthersChoice) => void;
  readonly onCancel: () => void;
}

function FirstContentDialog({ open, onChoose, onCancel }: FirstContentDialogProps) {
  const { t } = useTranslation('console');
  const isTooMany = open !== undefined && open.count >= MAX_CONTENTS;
  return (
    <Modal opened={open !== undefined} onClose={onCancel} title={t('confirm.title')} withCloseButton={false} centered>
      {open && (
        <div className="ui-column ui-gap-4">
          <p>
            {isTooMany ? t('contents.closesMany', { max: MAX_CONTENTS }) : t('contents.closes', { count: open.count })}
          </p>
          <ul>
            {open.titles.map((title) => (
              <li key={title} lang={contentLanguage(title)}>
                {title}
              </li>
            ))}
            {!isTooMany && open.count > open.titles.length && (
              <li>{t('contents.closesMore', { count: open.count - open.titles.length })}</li>
            )}
          </ul>
          {isTooMany && <p>{t('contents.tooManyToRegister', { max: MAX_CONTENTS })}</p>}
          <div className="form-actions">
            <Button data-autofocus disabled={isTooMany} onClick={() => onChoose('register')}>
              {t('contents.registerOthers')}
            </Button>
            <Button color="vermilion" variant="outline" onClick={() => onChoose('close')}>
              {t('contents.closeOthers')}
            </Button>
            <Button variant="default" onClick={onCancel}>
              {t('action.cancel')}
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
}

/** Length of ids created in the console. The API accepts longer ones. */
const CONTENT_ID_LENGTH = { min: 4, max: 32 } as const;

export function isNewContentId(id: string): boolean {
  return id.length <= CONTENT_ID_LENGTH.max && ContentId.safeParse(id).success;
}
