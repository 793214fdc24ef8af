import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { accountApi, type LinkedIdentity } from '#contract/account.ts';
import { accountCall } from '../../../session/account-call.ts';
import { showToast } from '../../ui/toast.ts';
import { PlainButton } from '../ui/buttons.tsx';
import { SettingRow } from './setting-row.tsx';
import { useRowAction } from './use-row-action.ts';

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
  const { isBusy, run } = useRowAction('failure.update');

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
    <li className="record">
      <div>
        <p>{label}</p>
        <p className="quiet">{isLinked ? (email ?? t('provider.linked')) : t('provider.notLinked')}</p>
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
