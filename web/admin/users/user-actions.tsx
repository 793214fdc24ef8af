import { Button } from '@mantine/core';
import { Ban, CircleCheck, KeyRound, LogOut, type LucideIcon, Mail, ShieldOff, Trash2 } from 'lucide-react';
import { type MouseEventHandler, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useRevalidator } from 'react-router';
import { adminUserApi, type UserDetail } from '#contract/admin-users.ts';
import { SETTINGS_PATH } from '../../paths/account.ts';
import { USER_LIST_PATH } from '../../paths/console.ts';
import { consoleCall } from '../../session/console-call.ts';
import { confirm, confirmTyped } from '../ui/confirm.tsx';
import { FormFailure } from '../ui/console-form.tsx';
import { type ConsoleKey, failureKeyOf } from '../ui/failure-text.ts';
import { notifySuccess } from '../ui/notify.tsx';
import { refocus } from '../ui/refocus.ts';
import { showInvitation } from './invitation-dialog.tsx';
import { actionsFor, type UserAction, userTitle } from './user-state.tsx';

const icons: Readonly<Record<UserAction, LucideIcon>> = {
  enable: CircleCheck,
  disable: Ban,
  reset: KeyRound,
  invite: Mail,
  mfaOff: ShieldOff,
  signOut: LogOut,
  remove: Trash2,
};

export function UserActions({ user, isOwn }: { user: UserDetail; isOwn: boolean }) {
  const { t } = useTranslation('console');
  const [failure, setFailure] = useState<ConsoleKey>();
  const heading = useRef<HTMLHeadingElement>(null);
  const act = useAct(user, setFailure);

  /** The action may remove its button; the focus then moves to the heading. */
  async function run(name: UserAction, button: HTMLElement): Promise<void> {
    if (await act(name)) refocus(heading.current, button);
    else refocus(button);
  }

  return (
    <section className="user-actions ui-panel-ruled ui-column ui-gap-4" aria-labelledby="user-actions">
      <h2 id="user-actions" tabIndex={-1} ref={heading}>
        {t('users.actions')}
      </h2>
      {isOwn ? (
        <>
          <p>{t('users.own')}</p>
          <a href={SETTINGS_PATH}>{t('console.accountSettings')}</a>
        </>
      ) : (
        <>
          <FormFailure text={failure} />
          <ul className="ui-grid ui-gap-4">
            {actionsFor(user).map((name) => (
              <li key={name}>
                <ActionButton name={name} onClick={({ currentTarget }) => void run(name, currentTarget)} />
                <p className="ui-note ui-above-1">{t(`users.action.${name}Help`)}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface ActionButtonProps {
  readonly name: UserAction;
  readonly onClick: MouseEventHandler<HTMLButtonElement>;
}

function ActionButton({ name, onClick }: ActionButtonProps) {
  const { t } = useTranslation('console');
  const Icon = icons[name];
  return (
    <Button
      variant={name === 'remove' ? 'outline' : 'default'}
      {...(name === 'remove' && { color: 'vermilion' })}
      leftSection={<Icon />}
      onClick={onClick}
    >
      {t(`users.action.${name}`)}
    </Button>
  );
}

/** Returns a function that confirms, performs and reports an action. It resolves with false when nothing was done. */
function useAct(user: UserDetail, setFailure: (failure: ConsoleKey | undefined) => void) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const name = userTitle(user);

  function confirmAction(action: UserAction): Promise<boolean> {
    const question = { title: t(`users.action.${action}`), action: t(`users.action.${action}`) };
    if (action === 'remove')
      return confirmTyped({ ...question, text: t('users.confirm.remove', { name }), word: name });
    if (action === 'enable') return Promise.resolve(true);
    return confirm({ ...question, text: t(`users.confirm.${action}`, { name }), isDangerous: action !== 'invite' });
  }

  return async (action: UserAction): Promise<boolean> => {
    setFailure(undefined);
    if (!(await confirmAction(action))) return false;
    try {
      const temporaryPassword = await perform(action, user.username);
      if (temporaryPassword === undefined) notifySuccess(`users.done.${action}`);
      else await showInvitation(t('users.invitation.title'), { user, temporaryPassword });
    } catch (error) {
      setFailure(failureKeyOf(error, action === 'remove' ? 'failure.delete' : 'failure.update'));
      return false;
    }
    if (action === 'remove') await navigate(USER_LIST_PATH);
    else await revalidator.revalidate();
    return true;
  };
}

async function perform(action: UserAction, username: string): Promise<string | undefined> {
  const params = { username };
  if (action === 'enable' || action === 'disable') {
    await consoleCall(adminUserApi.setEnabled, { params, body: { enabled: action === 'enable' } });
  } else if (action === 'remove') await consoleCall(adminUserApi.remove, { params });
  else if (action === 'mfaOff') await consoleCall(adminUserApi.disableMfa, { params });
  else if (action === 'signOut') await consoleCall(adminUserApi.signOut, { params });
  else return (await consoleCall(adminUserApi.resetPassword, { params })).temporaryPassword;
  return undefined;
}
