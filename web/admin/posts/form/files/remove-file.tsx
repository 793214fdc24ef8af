import { ActionIcon } from '@mantine/core';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';

export function RemoveFile({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  const { t } = useTranslation('console');
  return (
    <ActionIcon
      variant="subtle"
      color="vermilion"
      size="lg"
      aria-label={t('postFiles.remove', { name })}
      title={t('postFiles.removeHelp')}
      onClick={onRemove}
    >
      <X size={16} aria-hidden="true" />
    </ActionIcon>
  );
}
