import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ApiKey } from '#contract/api-keys.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { curlExample } from './curl-example.ts';

export type MadeKey = ApiKey & {
  readonly key: string;
  readonly authHeader: readonly [name: string, value: string];
};

export function NewKey({ made }: { made: MadeKey }) {
  const { t } = useTranslation('console');
  const { key, authHeader, label, may, serviceIds } = made;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const example = curlExample(location.origin, authHeader, { may, serviceId: serviceIds[0] ?? '' });
  return (
    <section className="new-key" aria-labelledby="new-key">
      <h2 id="new-key" tabIndex={-1} ref={heading}>
        {t('apiKeys.made', { label })}
      </h2>
      <div className="notice" data-kind="warning">
        <TriangleAlert size={16} aria-hidden="true" />
        <p>{t('apiKeys.shownOnce')}</p>
      </div>
      <div className="new-key-line">
        <code className="code-block">{key}</code>
        <CopyButton text={key} label={t('apiKeys.copy')} />
      </div>
      <h3>{t('apiKeys.example')}</h3>
      {may === 'read' && <p>{t('apiKeys.readExample')}</p>}
      <pre className="code-block">{example}</pre>
      <div className="form-actions">
        <Button component={Link} to="/admin/api-keys">
          {t('apiKeys.done')}
        </Button>
      </div>
    </section>
  );
}
