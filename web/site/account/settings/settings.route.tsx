import { useTranslation } from 'react-i18next';
import { redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { type Account, accountApi, type LinkedIdentity, type Session } from '#contract/account.ts';
import type { SiteConfig } from '#contract/site-config.ts';
import { ownPageCall, requireAccount } from '../../../session/account-call.ts';
import { consoleConfig } from '../../../session/console-config.ts';
import { siteSignInPathFor } from '../../../session/redirect-target.ts';
import { isSignedIn } from '../../../session/session.ts';
import { AccountPage } from '../ui/account-page.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { useFollowedSession } from '../use-followed-session.ts';
import type { Route } from './+types/settings.route.ts';
import { DeleteRow } from './delete-row.tsx';
import { DisplayRow } from './display-row.tsx';
import { EmailRow } from './email-row.tsx';
import { ExportRow } from './export-row.tsx';
import { NameRow } from './name-row.tsx';
import { NoPasswordRow, PasswordRow } from './password-row.tsx';
import { PhotoRow } from './photo-row.tsx';
import { ProviderResult } from './provider-result.tsx';
import { ProvidersRow } from './providers-row.tsx';
import { SessionsRow } from './sessions-row.tsx';
import { TwoStepRow } from './two-step-row.tsx';
import './settings.css';

interface Settings {
  readonly account: Account;
  readonly features: SiteConfig['identity']['features'];
  readonly sessions: readonly Session[] | undefined;
  readonly identities: readonly LinkedIdentity[];
}

export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<Settings> {
  await requireSignIn(request);
  const account = await requireAccount(request);
  const { features } = (await consoleConfig()).identity;
  const call = ownPageCall(request);
  const [sessions, identities] = await Promise.all([
    features.sessions ? call(accountApi.sessions, {}) : undefined,
    features.linking ? call(accountApi.identities, {}) : [],
  ]);
  return { account, features, sessions, identities };
}
clientLoader.hydrate = true as const;

/** Redirects to sign-in with the URL hash, which names the open row and is not part of the request. */
async function requireSignIn({ url }: Request): Promise<void> {
  const { pathname, search } = new URL(url);
  const hash = pathname === location.pathname ? location.hash : '';
  if (hash !== '' && !(await isSignedIn())) throw redirect(siteSignInPathFor(`${pathname}${search}${hash}`));
}

/** Opening a row changes the hash only, so no data has to be loaded. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.href === nextUrl.href && defaultShouldRevalidate;
}

export function HydrateFallback() {
  const { t } = useTranslation('account');
  return (
    <AccountPage title={t('page.settings')}>
      <Waiting />
    </AccountPage>
  );
}

export default function SettingsRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('account');
  const { account, features, sessions, identities } = loaderData as Settings;
  useFollowedSession();
  return (
    <AccountPage title={t('page.settings')}>
      <ProviderResult identities={identities} />
      <div className="settings">
        <EmailRow account={account} />
        {account.hasPassword ? <PasswordRow account={account} /> : <NoPasswordRow account={account} />}
        <NameRow account={account} />
        <PhotoRow account={account} />
        <DisplayRow />
        <TwoStepRow account={account} hasRecoveryCodes={features.recoveryCodes} />
        {identities.length > 0 && <ProvidersRow identities={identities} />}
        <SessionsRow sessions={sessions} />
        <ExportRow />
        <DeleteRow account={account} />
      </div>
    </AccountPage>
  );
}
