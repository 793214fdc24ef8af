import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { accountApi, type LinkedIdentity } from '#contract/account.ts';
import { accountCall } from '../../../session/account-call.ts';
import { showToast } from '../../ui/toasts.tsx';
import type { AccountKey } from '../failure.ts';
import { providerFailureOf } from '../failure.ts';
import { Notice } from '../ui/account-page.tsx';
import { PlainButton } from '../ui/buttons.tsx';
import { useAccountAction } from '../ui/use-account-action.ts';
import { SettingRow } from './setting-row.tsx';

export function ProviderResult({ identities }: { identities: readonly LinkedIdentity[] }) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [failure, setFailure] = useState<AccountKey>();
  const linked = query.get('linked');
  const error = query.get('error');
  // biome-ignore lint/correctness/useExhaustiveDependencies: shows each result once
  useEffect(() => {
    if (linked === null && error === null) return;
    const identity = identities.find(({ provider }) => provider === linked);
    if (identity) showToast(t('provider.isLinkedNow', { label: identity.label }));
    if (error !== null) setFailure(providerFailureOf(error));
    void navigate({ search: '', hash: 'providers' }, { replace: true, preventScrollReset: true });
  }, [linked, error]);
  return failure ? <Notice tone="danger">{t(failure)}</Notice> : null;
}

export function ProvidersRow({ identities }: { identities: readonly LinkedIdentity[] }) {
  const { t } = useTranslation('account');
  return (
    <SettingRow id="providers" title={t('provider.title')}>
      <ul className="records">
        {identities.map((identity) => (
          <ProviderItem key={identity.provider} identity={identity} />
        ))}
      </ul>
    </SettingRow>
  );
}

function ProviderItem({ identity: { provider, label, email, isLinked } }: { identity: LinkedIdentity }) {
  const { t } = useTranslation('account');
  const { revalidate } = useRevalidator();
  const { isBusy, run } = useAccountAction('failure.update');

  async function link(): Promise<void> {
    const { url } = await accountCall(accountApi.linkIdentity, { params: { provider } });
    location.assign(url);
  }

  async function unlink(): Promise<void> {
    await accountCall(accountApi.unlinkIdentity, { params: { provider } });
    await revalidate();
    showToast(t('done.updated'));
  }

  return (
    <li className="record ui-row ui-middle ui-spread ui-gap-2-4">
      <div>
        <p>{label}</p>
        <p className="setting-value ui-quiet">{isLinked ? (email ?? t('provider.linked')) : t('provider.notLinked')}</p>
      </div>
      <PlainButton
        aria-disabled={isBusy}
        aria-label={t(isLinked ? 'provider.unlinkFrom' : 'provider.linkWith', { label })}
        onClick={() => void run(isLinked ? unlink : link)}
      >
        {t(isLinked ? 'provider.unlink' : 'provider.link')}
      </PlainButton>
    </li>
  );
}
