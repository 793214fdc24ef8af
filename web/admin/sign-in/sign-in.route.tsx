import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { redirect, useNavigate, useSearchParams } from 'react-router';
import { HOME_PATH } from '../../paths/site.ts';
import { safeRedirectTarget } from '../../session/redirect-target.ts';
import { isSignedIn } from '../../session/session.ts';
import { onSessionChange } from '../../session/session-mark.ts';
import { ConsoleMark } from '../console-mark.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/sign-in.route.ts';
import { SignInForm } from './sign-in-form.tsx';
import './sign-in.css';

/** Without data, but a server loader makes the server render the form. */
export function loader() {
  return null;
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const target = safeRedirectTarget(new URL(request.url).searchParams.get('redirect'));
  // Fails when the configuration cannot be loaded; the form then reports that on submit.
  const isKnown = await isSignedIn().catch(() => false);
  return isKnown ? redirect(target) : null;
}
clientLoader.hydrate = true as const;

export default function SignInRoute() {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const target = safeRedirectTarget(useSearchParams()[0].get('redirect'));
  useEffect(
    () => onSessionChange((isKnown) => isKnown && void navigate(target, { replace: true })),
    [navigate, target],
  );
  return (
    <main className="sign-in ui-column ui-gap-4">
      <ConsoleMark />
      <PageTitle title={t('page.signIn')} />
      <SignInForm target={target} onSignedIn={() => void navigate(target, { replace: true })} />
      <p className="ui-above-4">
        <a href={HOME_PATH}>{t('console.site')}</a>
      </p>
    </main>
  );
}
