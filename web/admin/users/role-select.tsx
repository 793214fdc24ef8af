import { NativeSelect } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { adminUserApi, Role, type UserDetail } from '#contract/admin-users.ts';
import { consoleCall } from '../../session/console-call.ts';
import { confirm } from '../ui/confirm.tsx';
import { EditConflict } from '../ui/edit-conflict.tsx';
import { type ConsoleKey, failureKeyOf, staleVersionOf } from '../ui/failure-text.ts';
import { notifySuccess } from '../ui/notify.tsx';
import { refocus } from '../ui/refocus.ts';
import { isDemotion, needsConfirmation, userTitle } from './user-state.tsx';

/** Saves the role immediately. Admins cannot remove their own admin role. */
export function RoleSelect({ user, isOwn }: { user: UserDetail; isOwn: boolean }) {
  const { t } = useTranslation('console');
  const revalidator = useRevalidator();
  const [role, setRole] = useState(user.role);
  const [failure, setFailure] = useState<ConsoleKey>();
  const [conflict, setConflict] = useState<{ readonly mine: Role; readonly theirs: UserDetail }>();
  useEffect(() => setRole(user.role), [user.role]);
  const select = useRef<HTMLSelectElement>(null);
  const isFixed = isOwn && user.role === 'admin';

  async function choose(next: Role): Promise<void> {
    setFailure(undefined);
    setConflict(undefined);
    if (!needsConfirmation(user.role, next) || (await confirmRole(next))) await change(next, user);
    refocus(select.current);
  }

  async function change(next: Role, seen: UserDetail): Promise<void> {
    setRole(next);
    try {
      const body = { role: next, revision: seen.revision };
      await consoleCall(adminUserApi.update, { params: { username: user.username }, body });
      notifySuccess('done.updated');
    } catch (error) {
      const theirs = staleVersionOf<UserDetail>(error);
      // Only the services have changed, so that the role can be saved.
      if (theirs?.role === seen.role) return change(next, theirs);
      setRole(theirs?.role ?? user.role);
      if (theirs && theirs.role !== next) setConflict({ mine: next, theirs });
      else if (!theirs) setFailure(failureKeyOf(error, 'failure.update'));
    }
    await revalidator.revalidate();
  }

  function keepMine({ mine, theirs }: { readonly mine: Role; readonly theirs: UserDetail }): void {
    setConflict(undefined);
    void change(mine, theirs);
  }

  function confirmRole(next: Role): Promise<boolean> {
    const names = { name: userTitle(user), role: t(`role.${next}`) };
    return confirm({
      title: t('users.changeRoleTitle'),
      text: `${t('users.changeRole', names)} ${t(`users.roleHelp.${next}`)}`,
      action: t('users.changeRoleAction'),
      isDangerous: isDemotion(user.role, next),
    });
  }

  return (
    <>
      <NativeSelect
        ref={select}
        className="role-select"
        aria-label={t('users.role')}
        description={t(isFixed ? 'users.ownRole' : `users.roleHelp.${role}`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={failure && t(failure)}
        disabled={isFixed}
        value={role}
        data={Role.options.map((value) => ({ value, label: t(`role.${value}`) }))}
        onChange={({ target }) => void choose(Role.parse(target.value))}
      />
      {conflict && (
        <EditConflict
          rows={[
            { label: t('users.role'), yours: t(`role.${conflict.mine}`), saved: t(`role.${conflict.theirs.role}`) },
          ]}
          onKeepMine={() => keepMine(conflict)}
          onTakeSaved={() => setConflict(undefined)}
        />
      )}
    </>
  );
}
