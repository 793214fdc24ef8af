import { Checkbox, TextInput } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { adminServiceApi, type ServiceDetail } from '#contract/admin-services.ts';
import { ApiError } from '#contract/api-client.ts';
import { messages } from '#contract/errors.ts';
import { postsPath } from '#contract/page-paths.ts';
import type { CommentStatus } from '#contract/service-configs.ts';
import { NewServiceId, type ServiceFunction } from '#contract/services.ts';
import { SERVICE_LIST_PATH } from '../../paths/console.ts';
import { consoleCall, quietCall } from '../../session/console-call.ts';
import { RecordForm } from '../drafts/record-form.tsx';
import { useFormDraft } from '../drafts/use-form-draft.ts';
import { type Field, FormConflict } from '../ui/edit-conflict.tsx';
import type { ConsoleKey } from '../ui/failure-text.ts';
import { notifySuccess } from '../ui/notify.tsx';
import { changedFields, useEditSubmit } from '../ui/use-submit.ts';
import { useAfterPress } from '../ui/use-validate-on-blur.ts';
import { CommentSettings } from './comment-settings.tsx';
import { MediaSettings } from './media-settings.tsx';
import {
  boundsOf,
  fieldsInOrder,
  newServiceValues,
  type ServiceFormValues,
  serviceErrors,
  serviceValues,
  toServiceChange,
  toServiceUpdate,
  useServiceForm,
} from './service-form-values.ts';
import { type DefaultTexts, SettingInput, type SettingProps } from './setting-input.tsx';
import { SiteSettings } from './site-settings.tsx';
import './services.css';

const LABELS: Readonly<Partial<Record<keyof ServiceFormValues, ConsoleKey>>> = {
  label: 'services.label',
  post: 'services.usePosts',
  comment: 'services.useComments',
};

interface ServiceFormProps {
  readonly service?: ServiceDetail;
  readonly defaults: DefaultTexts;
}

export function ServiceForm({ service, defaults }: ServiceFormProps) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const isNew = service === undefined;
  const [takenIds] = useState(() => new Set<string>());
  const form = useServiceForm(service ? serviceValues(service) : newServiceValues(defaults), takenIds);
  const afterPress = useAfterPress();
  const draft = useFormDraft(service ? `service.${service.serviceId}` : 'service', form);

  const { failure, submit, conflict } = useEditSubmit<ServiceFormValues, ServiceDetail>({
    form,
    draft,
    isNew,
    fields: fieldsInOrder,
    save,
    valuesOf: serviceValues,
    errorsOf: ({ error, fieldErrors, values }) => {
      if (isIdRejected(error)) takenIds.add(values.serviceId);
      return { ...form.validate().errors, ...fieldErrors };
    },
  });

  async function save(values: ServiceFormValues): Promise<() => void> {
    const { serviceId, revision } = values;
    if (isNew) await consoleCall(adminServiceApi.create, { body: { serviceId, ...toServiceChange(values) } });
    else {
      const body = toServiceUpdate(values, changedFields(values, form.getInitialValues()));
      if (Object.keys(body).length > 0)
        await consoleCall(adminServiceApi.update, { params: { serviceId }, body: { ...body, revision } });
    }
    return () => {
      notifySuccess(isNew ? 'done.created' : 'done.edited');
      void navigate(SERVICE_LIST_PATH);
    };
  }

  async function checkId(): Promise<void> {
    const values = form.getValues();
    const { serviceId } = values;
    if (!serviceErrors.serviceId?.(values) && (await isIdTaken(serviceId))) takenIds.add(serviceId);
    await form.validateField('serviceId');
  }

  function shown(field: Field<ServiceFormValues>, version: ServiceFormValues): string {
    const value = String(version[field]);
    if (field === 'commentDefaultPublishStatus') return t(`services.status.${value as CommentStatus}`);
    if (field !== 'post' && field !== 'comment' && field !== 'commentProofOfWork') return value;
    return t(value === 'true' ? 'writing.compare.yes' : 'writing.compare.no');
  }
  const labelOf = (field: Field<ServiceFormValues>) => t(LABELS[field] ?? (`services.config.${field}` as ConsoleKey));

  return (
    <RecordForm
      form={form}
      draft={draft}
      submit={submit}
      failure={failure}
      conflict={conflict && <FormConflict conflict={conflict} labelOf={labelOf} textOf={shown} />}
      submitLabel={t(isNew ? 'action.create' : 'action.save')}
      back={SERVICE_LIST_PATH}
      className="service-form"
    >
      <TextInput
        label={t('services.serviceId')}
        description={t(isNew ? 'services.serviceIdHelp' : 'services.serviceIdFixed')}
        readOnly={!isNew}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
        {...form.getInputProps('serviceId')}
        onBlur={() => afterPress(() => void (isNew && checkId()))}
      />
      <ServiceAddress serviceId={form.values.serviceId} isNew={isNew} />
      <TextInput
        label={t('services.label')}
        description={t('services.labelHelp', boundsOf('label'))}
        {...form.getInputProps('label')}
      />
      <SiteSettings form={form} library={service && { serviceId: service.serviceId, settings: service.configs }} />
      <FunctionSettings part="post" form={form} defaults={defaults} />
      <FunctionSettings part="comment" form={form} defaults={defaults} serviceId={service?.serviceId} />
    </RecordForm>
  );
}

/** Returns false when the check fails, because saving checks again. */
async function isIdTaken(serviceId: string): Promise<boolean> {
  try {
    await quietCall(adminServiceApi.exists, { params: { serviceId } });
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** The API reports a taken id for the whole request; the form shows it at the field. */
function isIdRejected(error: unknown): boolean {
  return error instanceof ApiError && error.body.message === messages.serviceIdTaken;
}

interface FunctionSettingsProps extends SettingProps {
  readonly part: ServiceFunction;
  readonly serviceId?: string | undefined;
}

function FunctionSettings({ part, form, defaults, serviceId }: FunctionSettingsProps) {
  const { t } = useTranslation('console');
  const isPost = part === 'post';
  return (
    <>
      <Checkbox
        label={t(isPost ? 'services.usePosts' : 'services.useComments')}
        description={t(isPost ? 'services.usePostsHelp' : 'services.useCommentsHelp')}
        {...form.getInputProps(part, { type: 'checkbox' })}
      />
      {form.values[part] && (
        <fieldset className="service-settings ui-column ui-gap-5">
          <legend>{t(isPost ? 'services.postSettings' : 'services.commentSettings')}</legend>
          {isPost ? (
            <PostSettings form={form} defaults={defaults} />
          ) : (
            <CommentSettings form={form} defaults={defaults} serviceId={serviceId} />
          )}
        </fieldset>
      )}
    </>
  );
}

function PostSettings(props: SettingProps) {
  return (
    <>
      <SettingInput name="outerSiteUrl" {...props} />
      <SettingInput name="frontendPostDetailUrlPrefix" {...props} />
      <MediaSettings {...props} />
    </>
  );
}

function ServiceAddress({ serviceId, isNew }: { serviceId: string; isNew: boolean }) {
  const { t } = useTranslation('console');
  if (!NewServiceId.safeParse(serviceId).success) return null;
  const address = `${location.origin}${postsPath(serviceId)}`;
  return (
    <p className="service-address ui-note">
      {t(isNew ? 'services.addressNew' : 'services.address')}{' '}
      {isNew ? (
        <span className="record-id">{address}</span>
      ) : (
        <a className="record-id" href={postsPath(serviceId)} target="_blank" rel="noopener">
          {address}
          <ExternalLink size={14} />
        </a>
      )}
    </p>
  );
}
