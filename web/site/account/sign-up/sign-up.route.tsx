import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { onSessionChange } from '../../../session/across-tabs.ts';
import { safeSiteTarget, siteSignInPathFor } from '../../../session/redirect-target.ts';
import { signIn } from '../../../session/sign-in.ts';
import { showToast } from '../../ui/toast.ts';
import { goTo, leaveIfSignedIn } from '../go-to.ts';
import { loadProviders } from '../load-providers.server.ts';
import { AccountPage } from '../ui/account-page.tsx';
import { dropTyped } from '../ui/kept-text.ts';
import { ProviderButtons } from '../ui/provider-buttons.tsx';
import { VerificationStep } from '../ui/verification-step.tsx';
import type { Route } from './+types/sign-up.route.ts';
import { forgetSignUp, keepSignUp, keptSignUp, type StartedSignUp } from './kept-sign-up.ts';
import { SIGN_UP_TEXTS, SignUpForm, type SignUpTexts } from './sign-up-form.tsx';

export function loader({ context }: Route.LoaderArgs) {
  return loadProviders(context);
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  await leaveIfSignedIn(request);
  return await serverLoader();
}
clientLoader.hydrate = true as const;

export default function SignUpRoute({ loaderData: { providers } }: Route.ComponentProps) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const target = safeSiteTarget(useSearchParams()[0].get('redirect'));
  const [started, setStarted] = useState<StartedSignUp>();
  const [isAgain, setIsAgain] = useState(false);
  const typed = useRef<SignUpTexts>({ email: '', password: '', name: '' });
  useEffect(() => setStarted(keptSignUp()), []);
  useEffect(() => onSessionChange((isKnown) => isKnown && goTo(target, navigate)), [navigate, target]);

  function start(username: string, texts: SignUpTexts): void {
    typed.current = texts;
    const { email } = texts;
    keepSignUp({ username, email });
    setStarted({ username, email });
  }

  function changeAddress(): void {
    forgetSignUp();
    setIsAgain(true);
    setStarted(undefined);
  }

  function leave(): void {
    forgetSignUp();
    dropTyped(SIGN_UP_TEXTS);
  }

  /** Signs in with the password in memory; after a reload it is lost and the sign-in page opens. */
  async function finish(email: string): Promise<void> {
    leave();
    showToast(t('done.signedUp'));
    const isIn = await signInWith(email, typed.current.password);
    if (isIn) goTo(target, navigate);
    else void navigate(siteSignInPathFor(target), { state: { email } });
  }

  if (started) {
    return (
      <AccountPage title={t('page.emailVerification')}>
        <VerificationStep
          {...started}
          isJustSent
          signIn={{ path: siteSignInPathFor(target), onLeave: leave }}
          onVerified={() => void finish(started.email)}
          onBack={changeAddress}
        />
      </AccountPage>
    );
  }
  return (
    <AccountPage title={t('page.signUp')}>
      <SignUpForm texts={typed.current} takesFocus={isAgain} onSignedUp={start} />
      <ProviderButtons providers={providers} target={target} />
      <p className="account-other">
        {t('signUp.hasAccount')} <Link to={siteSignInPathFor(target)}>{t('signUp.toSignIn')}</Link>
      </p>
    </AccountPage>
  );
}

async function signInWith(email: string, password: string): Promise<boolean> {
  if (password === '') return false;
  try {
    return (await signIn(email, password)).kind === 'signed-in';
  } catch {
    // The sign-in page will show the error.
    return false;
  }
}
