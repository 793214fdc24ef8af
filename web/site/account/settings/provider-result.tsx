import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import type { LinkedIdentity } from '#contract/account.ts';
import { showToast } from '../../ui/toasts.tsx';
import { providerFailureOf } from '../failure.ts';
import type { AccountKey } from '../rules.ts';
import { Notice } from '../ui/account-page.tsx';

/** Shows the result of linking a provider once, then removes it from the URL. */
export function ProviderResult({ identities }: { identities: readonly LinkedIdentity[] }) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [failure, setFailure] = useState<AccountKey>();
  const linked = query.get('linked');
  const error = query.get('error');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the address says is said once
  useEffect(() => {
    if (linked === null && error === null) return;
    const identity = identities.find(({ provider }) => provider === linked);
    if (identity) showToast(t('provider.isLinkedNow', { label: identity.label }));
    if (error !== null) setFailure(providerFailureOf(error));
    void navigate({ search: '', hash: 'providers' }, { replace: true, preventScrollReset: true });
  }, [linked, error]);
  return failure ? <Notice tone="danger">{t(failure)}</Notice> : null;
}
