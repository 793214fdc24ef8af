import { Checkbox, NativeSelect, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CommentStatus } from '#contract/service-configs.ts';
import { contentSettingsPath } from '../../paths/console.ts';
import { boundsOf } from './service-form-values.ts';
import { SettingHelp, SettingInput, type SettingProps } from './setting-input.tsx';

interface CommentSettingsProps extends SettingProps {
  readonly serviceId: string | undefined;
}

export function CommentSettings({ form, defaults, serviceId }: CommentSettingsProps) {
  const { t } = useTranslation('console');
  const isProofRequired = form.values.commentProofOfWork === 'true';
  const statuses = CommentStatus.options.map((value) => ({ value, label: t(`services.status.${value}`) }));
  const usual = statuses.find(({ value }) => value === defaults.commentDefaultPublishStatus)?.label;
  return (
    <>
      <NativeSelect
        label={t('services.config.commentDefaultPublishStatus')}
        description={<SettingHelp text={t('services.help.commentDefaultPublishStatus')} standard={usual ?? ''} />}
        data={[{ value: '', label: t('services.status.choose') }, ...statuses]}
        {...form.getInputProps('commentDefaultPublishStatus')}
      />
      <Textarea
        label={t('services.config.commentBlockedWords')}
        description={t('services.help.commentBlockedWords', boundsOf('commentBlockedWords'))}
        autosize
        minRows={3}
        maxRows={12}
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('commentBlockedWords')}
      />
      <SettingInput name="commentMaxLinks" form={form} defaults={defaults} />
      <Checkbox
        label={t('services.config.commentProofOfWork')}
        description={t('services.help.commentProofOfWork')}
        {...form.getInputProps('commentProofOfWork')}
        value={undefined}
        checked={isProofRequired}
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
