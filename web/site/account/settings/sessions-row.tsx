import Bowser from 'bowser';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useRevalidator } from 'react-router';
import { accountApi, type Session } from '#contract/account.ts';
import { HOME_PATH } from '../../../paths/site.ts';
import { accountCall } from '../../../session/account-call.ts';
import { signOutEverywhere } from '../../../session/own-account.ts';
import { dropSession } from '../../../session/session.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { PlainButton } from '../ui/buttons.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useAccountAction } from '../ui/use-account-action.ts';
import { SettingRow } from './setting-row.tsx';

export function SessionsRow({ sessions }: { sessions: readonly Session[] | undefined }) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const { isBusy, run } = useAccountAction('failure.signOut');
  const [isAsking, setIsAsking] = useState(false);

  async function signOutAll(): Promise<void> {
    await signOutEverywhere();
    await dropSession();
    showToast(t('done.signedOut'));
    await navigate(HOME_PATH, { replace: true });
  }

  return (
    <SettingRow id="sessions" title={t(sessions ? 'session.title' : 'session.everywhere')}>
      {sessions && (
        <ul className="records">
          {sessions.map((session) => (
            <SessionItem key={session.sessionId} session={session} />
          ))}
        </ul>
      )}
      <p className="row-hint">{t('session.everywhereHint')}</p>
      <div className="row-actions">
        <PlainButton aria-disabled={isBusy} onClick={() => setIsAsking(!isBusy)}>
          {t('session.signOutEverywhere')}
        </PlainButton>
      </div>
      {isAsking && <SignOutDialog onClose={() => setIsAsking(false)} onConfirm={() => void run(signOutAll)} />}
    </SettingRow>
  );
}

function SignOutDialog({ onClose, onConfirm }: { onClose: () => void; onConfirm: () => void }) {
  const { t } = useTranslation('account');
  const confirm = () => {
    onClose();
    onConfirm();
  };
  return (
    <Dialog title={t('session.question')} onClose={onClose}>
      <p>{t('session.everywhereHint')}</p>
      <div className="form-end">
        <PlainButton tone="danger" onClick={confirm}>
          {t('session.signOutEverywhere')}
        </PlainButton>
        <PlainButton onClick={onClose}>{t('action.cancel')}</PlainButton>
      </div>
    </Dialog>
  );
}

function SessionItem({ session }: { session: Session }) {
  const { t } = useTranslation('account');
  const { revalidate } = useRevalidator();
  const { isBusy, run } = useAccountAction('failure.signOut');
  const { sessionId, isCurrent, signedInAt, lastUsedAt, address, userAgent } = session;
  const name = useBrowserName(userAgent);

  async function end(): Promise<void> {
    await accountCall(accountApi.endSession, { params: { sessionId } });
    await revalidate();
    showToast(t('done.signedOut'));
  }

  return (
    <li className="record ui-row ui-middle ui-spread ui-gap-2-4">
      <div>
        <p>
          {name} {isCurrent && <span className="mark ui-quiet ui-small">{t('session.current')}</span>}
        </p>
        <p className="setting-value ui-quiet">
          {address !== null && <span>{address}</span>}
          <span>
            {t('session.signedIn')} <DateTime value={signedInAt} withTime isShort />
          </span>
          <span>
            {t('session.lastUsed')} <DateTime value={lastUsedAt} withTime isShort />
          </span>
        </p>
      </div>
      {!isCurrent && (
        <PlainButton aria-disabled={isBusy} aria-label={t('session.signOutOf', { name })} onClick={() => void run(end)}>
          {t('action.signOut')}
        </PlainButton>
      )}
    </li>
  );
}

function useBrowserName(userAgent: string | null): string {
  const { t } = useTranslation('account');
  const { browser, system } = describeBrowser(userAgent);
  if (browser && system) return t('session.browserOn', { browser, system });
  return browser ?? system ?? t('session.unknown');
}

export interface BrowserNames {
  readonly browser: string | undefined;
  readonly system: string | undefined;
}

export function describeBrowser(userAgent: string | null): BrowserNames {
  if (userAgent === null || userAgent === '') return { browser: undefined, system: undefined };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: browser.name || undefined, system: os.name || undefined };
}
