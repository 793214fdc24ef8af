import { Button } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useRevalidator } from 'react-router';
import { adminUserApi } from '#contract/admin-users.ts';
import { type ApiKey, apiKeyApi } from '#contract/api-keys.ts';
import { API_KEY_CREATE_PATH } from '../../paths/console.ts';
import { consoleCall, screenCall } from '../../session/console-call.ts';
import { requireAdmin } from '../../session/guards.ts';
import { confirm } from '../ui/confirm.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { notifyFailure, notifySuccess } from '../ui/notify.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { refocus } from '../ui/refocus.ts';
import { userTitle } from '../users/user-state.tsx';
import type { Route } from './+types/api-key-list.route.ts';
import { ApiKeyTable } from './api-key-table.tsx';
import './api-keys.css';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  const call = screenCall(request);
  const [keys, users] = await Promise.all([call(apiKeyApi.list, {}), call(adminUserApi.list, {})]);
  return { keys, creators: Object.fromEntries(users.map((user) => [user.username, userTitle(user)])) };
}

export const HydrateFallback = () => <ListSkeleton title="page.apiKeys" />;

export default function ApiKeyListRoute({ loaderData: { keys, creators } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const revalidator = useRevalidator();

  async function revoke(key: ApiKey, button: HTMLElement): Promise<void> {
    if (!(await confirmRevoke(key))) return refocus(button);
    const label = button.closest('tr')?.querySelector('th');
    await end(key);
    refocus(label, button);
  }

  function confirmRevoke({ label }: ApiKey): Promise<boolean> {
    return confirm({
      title: t('apiKeys.revoke'),
      text: t('apiKeys.confirmRevoke', { label }),
      action: t('apiKeys.revoke'),
      isDangerous: true,
    });
  }

  async function end({ keyId }: ApiKey): Promise<void> {
    try {
      await consoleCall(apiKeyApi.revoke, { params: { keyId } });
      notifySuccess('apiKeys.revoked');
    } catch (error) {
      notifyFailure(error);
    }
    await revalidator.revalidate();
  }

  const create = (
    <Button component={Link} to={API_KEY_CREATE_PATH} leftSection={<KeyRound />}>
      {t('apiKeys.create')}
    </Button>
  );
  return (
    <>
      <PageTitle title={t('page.apiKeys')}>{keys.length > 0 && create}</PageTitle>
      <p className="lead">{t('apiKeys.lead')}</p>
      {keys.length > 0 ? (
        <ApiKeyTable keys={keys} creators={creators} onRevoke={(key, button) => void revoke(key, button)} />
      ) : (
        <EmptyState title={t('apiKeys.empty')} body={t('apiKeys.emptyBody')}>
          {create}
        </EmptyState>
      )}
    </>
  );
}
