import { Button, Checkbox, TextInput } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ServiceDetail } from '#contract/admin-services.ts';
import { ApiError } from '#contract/api-client.ts';
import { messages } from '#contract/errors.ts';
import { postsPath } from '#contract/page-paths.ts';
import type { CommentStatus } from '#contract/service-configs.ts';
import { NewServiceId, type ServiceFunction } from '#contract/services.ts';
import { SERVICE_LIST_PATH } from '../../paths/console.ts';
import { RestoredNotice } from '../drafts/draft-notices.tsx';
import { useFormDraft } from '../drafts/use-form-draft.ts';
import { ConsoleForm } from '../ui/console-form.tsx';
import { EditConflict } from '../ui/edit-conflict.tsx';
import type { ConsoleKey } from '../ui/failure-text.ts';
import { FormFailure } from '../ui/form-failure.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import { useAfterPress } from '../ui/use-after-press.ts';
import { type Conflict, changedFields, useEditSubmit } from '../ui/use-edit-submit.ts';
import { CommentSettings } from './comment-settings.tsx';
import type { LogoLibrary } from './logo-choice.tsx';
import { MediaSettings } from './media-settings.tsx';
import {
  boundsOf,
  fieldsInOrder,
  type ServiceFormValues,
  serviceErrors,
  serviceValues,
} from './service-form-values.ts';
import { type DefaultTexts, SettingInput, type SettingProps } from './setting-input.tsx';
import { SiteSettings } from './site-settings.tsx';
import { useServiceForm } from './use-service-form.ts';
import './services.css';

type Field = Conflict<ServiceFormValues>['fields'][number];

const LABELS: Readonly<Partial<Record<Field, ConsoleKey>>> = {
  label: 'services.label',
  post: 'services.usePosts',
  comment: 'services.useComments',
};

interface ServiceConflictProps {
  readonly conflict: Conflict<ServiceFormValues>;
  readonly values: ServiceFormValues;
}

function ServiceConflict({ conflict, values }: ServiceConflictProps) {
  const { t } = useTranslation('console');

  function shown(field: Field, version: ServiceFormValues): string {
    const value = String(version[field]);
    if (field === 'commentDefaultPublishStatus') return t(`services.status.${value as CommentStatus}`);
    if (field !== 'post' && field !== 'comment' && field !== 'commentProofOfWork') return value;
    return t(value === 'true' ? 'writing.compare.yes' : 'writing.compare.no');
  }

  return (
    <EditConflict
      {...conflict}
      rows={conflict.fields.map((field) => ({
        label: t(LABELS[field] ?? (`services.config.${field}` as ConsoleKey)),
        yours: shown(field, values),
        saved: shown(field, conflict.saved),
      }))}
    />
  );
}

export interface ServiceFormProps {
  readonly initialValues: ServiceFormValues;
  readonly defaults: DefaultTexts;
  readonly draftKey: string;
  readonly isNew: boolean;
  readonly isIdTaken?: (serviceId: string) => Promise<boolean>;
  /** Undefined for a new service. */
  readonly library?: LogoLibrary;
  readonly submitLabel: string;
  /** `change` contains the changed fields only. Errors are shown in the form. */
  readonly save: (values: ServiceFormValues, change: Partial<ServiceFormValues>) => Promise<void>;
  readonly onSaved: () => void;
}

export function ServiceForm(props: ServiceFormProps) {
  const { initialValues, defaults, draftKey, isNew, isIdTaken, library, submitLabel, save, onSaved } = props;
  const { t } = useTranslation('console');
  const [takenIds] = useState(() => new Set<string>());
  const form = useServiceForm(initialValues, takenIds);
  const afterPress = useAfterPress();
  const draft = useFormDraft(draftKey, form);

  const { failure, submit, conflict } = useEditSubmit<ServiceFormValues, ServiceDetail>({
    ...{ form, draft, isNew, fields: fieldsInOrder },
    save: async (values) => {
      await save(values, changedFields(values, form.getInitialValues()));
      return onSaved;
    },
    valuesOf: serviceValues,
    errorsOf: ({ error, complaints, values }) => {
      if (isIdRejected(error)) takenIds.add(values.serviceId);
      return { ...form.validate().errors, ...complaints };
    },
  });

  async function checkId(): Promise<void> {
    const values = form.getValues();
    const { serviceId } = values;
    const isTaken = isIdTaken && !serviceErrors.serviceId?.(values) && (await isIdTaken(serviceId));
    if (isTaken) takenIds.add(serviceId);
    await form.validateField('serviceId');
  }

  return (
    <ConsoleForm className="service-form ui-column ui-gap-5" onSubmit={submit}>
      <RestoredNotice draft={draft} onReset={form.reset} />
      <TextInput
        label={t('services.serviceId')}
        description={t(isNew ? 'services.serviceIdHelp' : 'services.serviceIdFixed')}
        readOnly={!isNew}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={128}
        {...form.getInputProps('serviceId')}
        onBlur={() => afterPress(() => void (isNew && checkId()))}
      />
      <ServiceAddress serviceId={form.values.serviceId} isNew={isNew} />
      <TextInput
        label={t('services.label')}
        description={t('services.labelHelp', boundsOf('label'))}
        autoComplete="off"
        {...form.getInputProps('label')}
      />
      <SiteSettings form={form} library={library} />
      <FunctionSettings part="post" form={form} defaults={defaults} />
      <FunctionSettings part="comment" form={form} defaults={defaults} serviceId={library?.serviceId} />
      <FormFailure text={failure} />
      {conflict && <ServiceConflict conflict={conflict} values={form.values} />}
      <div className="form-actions">
        <SubmitButton>{submitLabel}</SubmitButton>
        <Button component={Link} to={SERVICE_LIST_PATH} variant="default">
          {t('action.cancel')}
        </Button>
      </div>
    </ConsoleForm>
  );
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
