import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Loss } from '../switching/losses.ts';

export interface MissingPartsProps {
  readonly losses: readonly Loss[];
  readonly onWriteAsHtml: () => void;
  readonly onGoOn: () => void;
}

export function MissingParts({ losses, onWriteAsHtml, onGoOn }: MissingPartsProps) {
  const { t } = useTranslation('console');
  const words = losses.map(({ kind, name }) => t(`posts.switchMode.losses.${kind}`, { name }));
  return (
    <section className="missing-parts" aria-label={t('richText.kept.title')}>
      <strong>{t('richText.kept.title')}</strong>
      <p>{t('richText.kept.text', { losses: words.join(t('richText.comma')) })}</p>
      <div className="form-actions">
        <Button size="compact-sm" onClick={onWriteAsHtml}>
          {t('richText.kept.asHtml')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onGoOn}>
          {t('richText.kept.anyway')}
        </Button>
      </div>
    </section>
  );
}
