import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { whilePending } from '../../session/pending-calls.ts';
import { startProviderSignIn } from '../../session/provider-sign-in.ts';
import { useConsole } from '../ui/console-context.ts';
import { notifyProblem } from '../ui/notify.tsx';

/** Buttons for third-party sign-in, which leaves the page; unsaved input is kept as a draft. */
export function ProviderButtons({ target }: { target: string }) {
  const { t } = useTranslation('console');
  const { providers } = useConsole();
  if (providers.length === 0) return null;

  async function leave(name: string): Promise<void> {
    try {
      await whilePending(() => startProviderSignIn(name, target));
    } catch {
      notifyProblem('signIn.network');
    }
  }

  return (
    <div className="sign-in-providers">
      <p>{t('signIn.providers')}</p>
      {providers.map(({ name, label }) => (
        <Button key={name} variant="default" onClick={() => void leave(name)} fullWidth>
          {t('signIn.with', { label })}
        </Button>
      ))}
    </div>
  );
}
