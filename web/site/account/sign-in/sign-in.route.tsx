import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { onSessionChange } from '../../../session/across-tabs.ts';
import { safeSiteTarget, siteSignInPathFor } from '../../../session/redirect-target.ts';
import { goTo, leaveIfSignedIn } from '../go-to.ts';
import { loadProviders } from '../load-providers.server.ts';
import { ProviderButtons } from '../ui/provider-buttons.tsx';
import type { Route } from './+types/sign-in.route.ts';
import { SignInSteps } from './sign-in-steps.tsx';

export function loader({ context }: Route.LoaderArgs) {
  return loadProviders(context);
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  await leaveIfSignedIn(request);
  return await serverLoader();
}
clientLoader.hydrate = true as const;

export default function SignInRoute({ loaderData: { providers } }: Route.ComponentProps) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const { state } = useLocation();
  const target = safeSiteTarget(useSearchParams()[0].get('redirect'));
  useEffect(() => onSessionChange((isKnown) => isKnown && goTo(target, navigate)), [navigate, target]);
  return (
    <SignInSteps email={emailIn(state)} onSignedIn={() => goTo(target, navigate)}>
      <ProviderButtons providers={providers} target={target} />
      <p className="account-other">
        {t('signIn.noAccount')} <Link to={siteSignInPathFor(target, '/signup')}>{t('signIn.toSignUp')}</Link>
      </p>
    </SignInSteps>
  );
}

/** The address with which somebody has just signed up, or asked for a new password. */
function emailIn(state: unknown): string {
  return String((state as { email?: unknown } | null)?.email ?? '');
}
