import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { providerResultPath } from '../../paths/account.ts';
import {
  type CompletedSignIn,
  completeProviderLink,
  completeProviderSignIn,
  interruptedTarget,
  ProviderSignInError,
} from '../../session/provider-sign-in.ts';
import { siteSignInPathFor } from '../../session/redirect-target.ts';
import { goTo } from './account-navigation.ts';
import type { AccountKey } from './failure.ts';
import { providerFailureOf } from './failure.ts';
import { OneTimeCodeStep } from './sign-in/one-time-code-step.tsx';
import { AccountPage, Notice } from './ui/account-page.tsx';

/** The URL contains a code. */
export function headers() {
  return { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
}

type State =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly failure: AccountKey; readonly signInPath: string }
  | ({ readonly kind: 'challenge' } & CompletedSignIn);

export default function SignInCompleteRoute() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const isBegun = useRef(false);
  const [state, setState] = useState<State>({ kind: 'waiting' });

  function proceed({ outcome, target }: CompletedSignIn): void {
    if (outcome.kind === 'signed-in') goTo(target, navigate);
    else setState({ kind: 'challenge', outcome, target });
  }

  function fail(error: unknown): void {
    const code = error instanceof ProviderSignInError ? error.code : 'temporarily_unavailable';
    setState({ kind: 'failed', failure: providerFailureOf(code), signInPath: siteSignInPathFor(interruptedTarget()) });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, since codes are single-use
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    const url = new URL(location.href);
    // Removes the code from the browser's history.
    history.replaceState(history.state, '', url.pathname);
    const provider = url.searchParams.get('provider');
    const link = url.searchParams.get('link');
    if (provider !== null && link !== null)
      void endLink(provider, link).then((path) => navigate(path, { replace: true }));
    else completeProviderSignIn(url).then(proceed, fail);
  }, []);

  if (state.kind === 'challenge' && state.outcome.kind === 'one-time-code') {
    const { outcome, target } = state;
    return (
      <OneTimeCodeStep
        step={outcome}
        onOutcome={(next) => proceed({ outcome: next, target })}
        onStartAgain={() => void navigate(siteSignInPathFor(target), { replace: true })}
      />
    );
  }
  if (state.kind === 'failed') {
    return (
      <AccountPage title={t('page.signIn')}>
        <Notice tone="danger">{t(state.failure)}</Notice>
        <p className="ui-size-note ui-above-5 account-ways">
          <Link to={state.signInPath} replace>
            {t('provider.back')}
          </Link>
        </p>
      </AccountPage>
    );
  }
  return (
    <AccountPage title={t('page.signIn')}>
      <p className="ui-quiet" role="status">
        {t('provider.completing')}
      </p>
    </AccountPage>
  );
}

async function endLink(provider: string, code: string): Promise<string> {
  try {
    await completeProviderLink(provider, code);
    return providerResultPath({ linked: provider });
  } catch (error) {
    const { code: reason } = error instanceof ProviderSignInError ? error : { code: 'server_error' };
    return providerResultPath({ error: reason });
  }
}
