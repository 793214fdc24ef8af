import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { SIGN_UP_PATH } from '../../../paths/account.ts';
import { safeSiteTarget, siteSignInPathFor } from '../../../session/redirect-target.ts';
import { onSessionChange } from '../../../session/session-mark.ts';
import { forgetSignUp } from '../../../session/sign-up.ts';
import { goTo, leaveIfSignedIn, useArrivalText } from '../account-navigation.ts';
import { loadProviders } from '../load-providers.server.ts';
import { ProviderButtons } from '../ui/provider-buttons.tsx';
import type { Route } from './+types/sign-in.route.ts';
import { SignInSteps } from './sign-in-steps.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  return { providers: await loadProviders(context) };
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  await leaveIfSignedIn(request);
  return await serverLoader();
}
clientLoader.hydrate = true as const;

export default function SignInRoute({ loaderData: { providers } }: Route.ComponentProps) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const email = useArrivalText('email');
  const target = safeSiteTarget(useSearchParams()[0].get('redirect'));
  useEffect(() => onSessionChange((isKnown) => isKnown && goTo(target, navigate)), [navigate, target]);
  const finish = () => {
    forgetSignUp();
    goTo(target, navigate);
  };
  return (
    <SignInSteps email={email} onSignedIn={finish}>
      <ProviderButtons providers={providers} target={target} />
      <p className="ui-size-note ui-above-5">
        {t('signIn.noAccount')} <Link to={siteSignInPathFor(target, SIGN_UP_PATH)}>{t('signIn.toSignUp')}</Link>
      </p>
    </SignInSteps>
  );
}
