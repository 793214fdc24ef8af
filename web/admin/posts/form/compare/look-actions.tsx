import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export interface LookActionsProps {
  readonly onClose: () => void;
  readonly onUse: () => void;
}

export function LookActions({ onClose, onUse }: LookActionsProps) {
  const { t } = useTranslation('console');
  return (
    <>
      <Button variant="default" onClick={onClose} data-autofocus>
        {t('action.close')}
      </Button>
      <Button onClick={onUse}>{t('writing.compare.use')}</Button>
    </>
  );
}
