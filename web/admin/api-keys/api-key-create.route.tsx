import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminServiceApi } from '#contract/admin-services.ts';
import { type ApiKey, apiKeyApi } from '#contract/api-keys.ts';
import { authHeaderOf } from '#contract/site-config.ts';
import { API_KEY_LIST_PATH } from '../../paths/console.ts';
import { consoleCall, screenCall } from '../../session/console-call.ts';
import { consoleConfig } from '../../session/console-config.ts';
import { requireAdmin } from '../../session/guards.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { notifySuccess } from '../ui/notify.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/api-key-create.route.ts';
import { ApiKeyForm, type ApiKeyFormValues, toNewApiKey } from './api-key-form.tsx';
import './api-keys.css';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  return { services: await screenCall(request)(adminServiceApi.list, {}) };
}

export default function ApiKeyCreateRoute({ loaderData: { services } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const [made, setMade] = useState<MadeKey>();

  async function create(values: ApiKeyFormValues): Promise<() => void> {
    const config = await consoleConfig();
    const made = await consoleCall(apiKeyApi.create, { body: toNewApiKey(values, new Date()) });
    return () => {
      notifySuccess('done.created');
      setMade({ ...made, authHeader: authHeaderOf(config, made.key) });
    };
  }

  return (
    <>
      <PageTitle title={t('page.createApiKey')} />
      {made ? <NewKey made={made} /> : <ApiKeyForm services={services} save={create} />}
    </>
  );
}

type MadeKey = ApiKey & {
  readonly key: string;
  readonly authHeader: readonly [name: string, value: string];
};

function NewKey({ made }: { made: MadeKey }) {
  const { t } = useTranslation('console');
  const { key, label, may } = made;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="new-secret ui-column ui-gap-4" aria-labelledby="new-key">
      <h2 id="new-key" tabIndex={-1} ref={heading}>
        {t('apiKeys.made', { label })}
      </h2>
      <div className="notice" data-kind="warning">
        <TriangleAlert />
        <p>{t('apiKeys.shownOnce')}</p>
      </div>
      <div className="new-secret-line ui-row ui-middle ui-gap-3">
        <code className="code-block">{key}</code>
        <CopyButton text={key} label={t('apiKeys.copy')} />
      </div>
      <h3>{t('apiKeys.example')}</h3>
      {may === 'read' && <p>{t('apiKeys.readExample')}</p>}
      <pre className="code-block">{curlExample(made)}</pre>
      <div className="form-actions">
        <Button component={Link} to={API_KEY_LIST_PATH}>
          {t('apiKeys.done')}
        </Button>
      </div>
    </section>
  );
}

function curlExample({ authHeader: [name, value], may, serviceIds }: MadeKey): string {
  const posts = may === 'read' ? 'posts' : 'admin/posts';
  const lines = [`curl ${location.origin}/api/${posts}/${serviceIds[0] ?? ''}`, `-H '${name}: ${value}'`];
  if (may === 'write') {
    const body = `{"slug": "hello", "title": "Hello", "body": "From a program."}`;
    lines.push(`-H 'Content-Type: application/json'`, `-d '${body}'`);
  }
  return lines.join(' \\\n  ');
}
