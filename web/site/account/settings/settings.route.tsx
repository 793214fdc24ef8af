import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { type Account, accountApi, type LinkedIdentity, type Session } from '#contract/account.ts';
import { chosenLanguage } from '#contract/language-cookie.ts';
import type { Language, SiteConfig } from '#contract/site-config.ts';
import { storeLanguage } from '../../../i18n/language.ts';
import { ownPageCall, requireAccount } from '../../../session/account-call.ts';
import { consoleConfig } from '../../../session/console-config.ts';
import { siteSignInPathFor } from '../../../session/redirect-target.ts';
import { isSignedIn } from '../../../session/session.ts';
import { readStoredTheme, storeTheme, type Theme } from '../../../ui/theme.ts';
import { showToast } from '../../ui/toasts.tsx';
import { useFollowedSession } from '../account-navigation.ts';
import { AccountPage, Waiting } from '../ui/account-page.tsx';
import type { Route } from './+types/settings.route.ts';
import { DeleteRow, ExportRow } from './data-rows.tsx';
import { EmailRow } from './email-row.tsx';
import { NoPasswordRow, PasswordRow } from './password-row.tsx';
import { NameRow, PhotoRow } from './profile-rows.tsx';
import { ProviderResult, ProvidersRow } from './providers-row.tsx';
import { SessionsRow } from './sessions-row.tsx';
import { SettingRow } from './setting-row.tsx';
import { TwoFactorRow } from './two-factor-row.tsx';
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
        <TwoFactorRow account={account} hasRecoveryCodes={features.recoveryCodes} />
        {identities.length > 0 && <ProvidersRow identities={identities} />}
        <SessionsRow sessions={sessions} />
        <ExportRow />
        <DeleteRow account={account} />
      </div>
    </AccountPage>
  );
}

function DisplayRow() {
  const { t } = useTranslation('account');
  const [theme, setTheme] = useState(readStoredTheme);

  function chooseLanguage(value: string): void {
    storeLanguage(value === '' ? undefined : (value as Language));
    location.reload();
  }

  function chooseTheme(value: string): void {
    const chosen = value === '' ? undefined : (value as Theme);
    storeTheme(chosen);
    setTheme(chosen);
    showToast(t('done.updated'));
  }

  return (
    <SettingRow id="display" title={t('display.title')}>
      <div className="display-choices ui-grid ui-gap-4">
        <Choice label={t('display.language')} value={chosenLanguage(document.cookie) ?? ''} onChoose={chooseLanguage}>
          <option value="">{t('display.browserLanguage')}</option>
          <option value="en" lang="en">
            {t('display.english')}
          </option>
          <option value="ja" lang="ja">
            {t('display.japanese')}
          </option>
        </Choice>
        <Choice label={t('display.theme')} value={theme ?? ''} onChoose={chooseTheme}>
          <option value="">{t('display.systemTheme')}</option>
          <option value="light">{t('display.light')}</option>
          <option value="dark">{t('display.dark')}</option>
        </Choice>
      </div>
      <p className="row-hint">{t('display.hint')}</p>
    </SettingRow>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly children: ReactNode;
}

function Choice({ label, value, onChoose, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field ui-grid ui-gap-1">
      <label htmlFor={id}>{label}</label>
      <div className="field-frame">
        <select id={id} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
          {children}
        </select>
      </div>
    </div>
  );
}
