import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SiteConfig } from '#contract/site-config.ts';
import { startProviderSignIn } from '../../../session/provider-sign-in.ts';
import { showToast } from '../../ui/toasts.tsx';
import { PlainButton } from './buttons.tsx';

export type Providers = SiteConfig['identity']['providers'];

export function ProviderButtons({ providers, target }: { providers: Providers; target: string }) {
  const { t } = useTranslation('account');
  const [isLeaving, setIsLeaving] = useState(false);
  if (providers.length === 0) return null;

  async function leave(name: string): Promise<void> {
    if (isLeaving) return;
    setIsLeaving(true);
    try {
      await startProviderSignIn(name, target);
    } catch {
      setIsLeaving(false);
      showToast(t('failure.network'), 'danger');
    }
  }

  return (
    <div className="providers ui-grid ui-gap-3">
      <p className="ui-between-lines ui-line ui-middle ui-gap-3 ui-quiet ui-small">
        <span>{t('provider.or')}</span>
      </p>
      {providers.map(({ name, label }) => (
        <PlainButton key={name} aria-disabled={isLeaving} onClick={() => void leave(name)}>
          {t('provider.continue', { label })}
        </PlainButton>
      ))}
    </div>
  );
}
