import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { emailError, nameError, passwordError } from '../../../session/credential-rules.ts';
import { safeSiteTarget, siteSignInPathFor } from '../../../session/redirect-target.ts';
import { onSessionChange } from '../../../session/session-mark.ts';
import { signIn } from '../../../session/sign-in.ts';
import {
  forgetSignUp,
  readPendingSignUp,
  type StartedSignUp,
  signUp,
  storePendingSignUp,
} from '../../../session/sign-up.ts';
import { showToast } from '../../ui/toasts.tsx';
import { goTo, leaveIfSignedIn } from '../account-navigation.ts';
import { loadProviders } from '../load-providers.server.ts';
import { AccountForm } from '../ui/account-form.tsx';
import { AccountPage } from '../ui/account-page.tsx';
import { EmailField, NewPasswordField, TextField } from '../ui/fields.tsx';
import { ProviderButtons } from '../ui/provider-buttons.tsx';
import { dropAccountDraft, useAccountForm } from '../ui/use-account-form.ts';
import { VerificationStep } from '../ui/verification-step.tsx';
import type { Route } from './+types/sign-up.route.ts';

interface SignUpTexts {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

interface SignUpFormProps {
  readonly texts: SignUpTexts;
  readonly takesFocus: boolean;
  readonly onSignedUp: (username: string, texts: SignUpTexts) => void;
}

/** Storage key of the draft, which never includes the password. */
const SIGN_UP_TEXTS = 'sign-up';

function SignUpForm({ texts, takesFocus, onSignedUp }: SignUpFormProps) {
  const { t } = useTranslation('account');
  const form = useAccountForm({
    rules: { email: emailError, password: passwordError, name: nameError },
    send: async ({ email, password, name }) => {
      const account = { email: email.trim(), password, name: name.trim() };
      onSignedUp(await signUp(account), account);
    },
    failureWords: { otherwise: 'failure.signUp' },
    draftKey: SIGN_UP_TEXTS,
    takesFocus,
  });
  return (
    <AccountForm form={form} submit={t('action.register')}>
      <EmailField
        {...form.field('email')}
        label={t('field.email')}
        hint={t('field.emailHint')}
        defaultValue={texts.email}
      />
      <NewPasswordField
        {...form.field('password')}
        label={t('field.password')}
        knownTexts={() => [form.typedIn('email'), form.typedIn('name')]}
      />
      <TextField
        {...form.field('name')}
        label={t('field.name')}
        hint={t('field.nameHint')}
        autoComplete="nickname"
        defaultValue={texts.name}
      />
    </AccountForm>
  );
}

export async function loader({ context }: Route.LoaderArgs) {
  return { providers: await loadProviders(context) };
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
  useEffect(() => setStarted(readPendingSignUp()), []);
  useEffect(() => onSessionChange((isKnown) => isKnown && goTo(target, navigate)), [navigate, target]);

  function start(username: string, texts: SignUpTexts): void {
    typed.current = texts;
    const { email } = texts;
    storePendingSignUp({ username, email });
    setStarted({ username, email });
  }

  function changeAddress(): void {
    forgetSignUp();
    setIsAgain(true);
    setStarted(undefined);
  }

  function leave(): void {
    forgetSignUp();
    dropAccountDraft(SIGN_UP_TEXTS);
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
      <p className="ui-size-note ui-above-5">
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
