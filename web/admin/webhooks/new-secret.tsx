import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../ui/copy-button.tsx';

export interface NewSecretProps {
  readonly secret: string;
  readonly onDone: () => void;
}

export function NewSecret({ secret, onDone }: NewSecretProps) {
  const { t } = useTranslation('console');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="new-secret ui-column ui-gap-4" aria-labelledby="new-secret">
      <h2 id="new-secret" tabIndex={-1} ref={heading}>
        {t('webhooks.secretTitle')}
      </h2>
      <div className="notice" data-kind="warning">
        <TriangleAlert />
        <p>{t('webhooks.secretOnce')}</p>
      </div>
      <div className="new-secret-line ui-row ui-middle ui-gap-3">
        <code className="code-block">{secret}</code>
        <CopyButton text={secret} label={t('webhooks.copySecret')} />
      </div>
      <p>{t('webhooks.secretHelp')}</p>
      <div className="form-actions">
        <Button onClick={onDone}>{t('webhooks.done')}</Button>
      </div>
    </section>
  );
}
