import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { contentSettingsPath } from '../comments/comment-paths.ts';
import { boundsOf } from './service-form-values.ts';
import type { ServiceFormState } from './use-service-form.ts';

export interface CommentSettingsProps {
  readonly form: ServiceFormState;
  /** Of a service that there is already. */
  readonly serviceId: string | undefined;
}

/** How comments begin, and what is held back until somebody has looked at it. */
export function CommentSettings({ form, serviceId }: CommentSettingsProps) {
  const { t } = useTranslation('console');
  const isProofAsked = form.values.commentProofOfWork === 'true';
  return (
    <>
      <NativeSelect
        label={t('services.config.commentDefaultPublishStatus')}
        description={t('services.help.commentDefaultPublishStatus')}
        data={[
          { value: '', label: t('services.status.choose') },
          { value: 'publish', label: t('services.status.publish') },
          { value: 'unpublish', label: t('services.status.unpublish') },
          { value: 'unconfirm', label: t('services.status.unconfirm') },
        ]}
        {...form.getInputProps('commentDefaultPublishStatus')}
      />
      <Textarea
        label={t('services.config.commentBlockedWords')}
        description={t('services.help.commentBlockedWords', boundsOf('commentBlockedWords'))}
        autosize
        minRows={3}
        maxRows={12}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('commentBlockedWords')}
      />
      <TextInput
        className="service-number"
        label={t('services.config.commentMaxLinks')}
        description={t('services.help.commentMaxLinks', boundsOf('commentMaxLinks'))}
        autoComplete="off"
        inputMode="numeric"
        {...form.getInputProps('commentMaxLinks')}
      />
      <Checkbox
        label={t('services.config.commentProofOfWork')}
        description={t('services.help.commentProofOfWork')}
        {...form.getInputProps('commentProofOfWork')}
        value={undefined}
        checked={isProofAsked}
        onChange={({ currentTarget }) => form.setFieldValue('commentProofOfWork', String(currentTarget.checked))}
      />
      {serviceId !== undefined && (
        <p>
          <Link to={contentSettingsPath(serviceId)}>{t('services.contentIds')}</Link>
        </p>
      )}
    </>
  );
}
