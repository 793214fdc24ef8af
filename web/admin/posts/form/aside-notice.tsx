import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export interface AsideNoticeProps {
  readonly onTakeBack: () => void;
  readonly onDrop: () => void;
}

export function AsideNotice({ onTakeBack, onDrop }: AsideNoticeProps) {
  const { t } = useTranslation('console');
  return (
    <div className="restored-notice" role="status">
      <p>{t('posts.aside.text')}</p>
      <Button variant="subtle" size="compact-sm" onClick={onTakeBack}>
        {t('posts.aside.takeBack')}
      </Button>
      <Button variant="subtle" size="compact-sm" onClick={onDrop}>
        {t('action.discard')}
      </Button>
    </div>
  );
}
