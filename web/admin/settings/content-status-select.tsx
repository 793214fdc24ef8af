import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CommentStatus } from '#contract/service-configs.ts';

export interface ContentStatusSelectProps {
  readonly value: CommentStatus;
  readonly onChange: (status: CommentStatus) => void;
}

export function ContentStatusSelect({ value, onChange }: ContentStatusSelectProps) {
  const { t } = useTranslation('console');
  return (
    <NativeSelect
      maw="24rem"
      label={t('services.config.commentDefaultPublishStatus')}
      description={t('services.help.commentDefaultPublishStatus')}
      value={value}
      data={CommentStatus.options.map((status) => ({ value: status, label: t(`services.status.${status}`) }))}
      onChange={({ currentTarget }) => onChange(CommentStatus.parse(currentTarget.value))}
    />
  );
}
