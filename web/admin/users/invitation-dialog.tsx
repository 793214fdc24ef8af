import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { User } from '#contract/admin-users.ts';
import { SIGN_IN_PATH } from '../../paths/account.ts';
import { CONSOLE_SIGN_IN_PATH } from '../../paths/site.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { openDialog } from '../ui/dialog.tsx';

interface InvitationProps {
  readonly user: Pick<User, 'email' | 'role'>;
  readonly temporaryPassword: string;
}

/** Shows an invitation that no mail server could send, for the administrator to pass on. */
export async function showInvitation(title: string, props: InvitationProps): Promise<void> {
  await openDialog<void>(title, (close) => <Invitation {...props} close={() => close()} />);
}

function Invitation({ user: { email, role }, temporaryPassword, close }: InvitationProps & { close: () => void }) {
  const { t } = useTranslation('console');
  const url = `${location.origin}${role === 'normal' ? SIGN_IN_PATH : CONSOLE_SIGN_IN_PATH}`;
  return (
    <div className="ui-column ui-gap-4">
      <p>{t('users.invitation.notMailed', { email })}</p>
      <dl className="ui-column ui-gap-2">
        <dt>{t('users.invitation.url')}</dt>
        <dd>
          <code className="code-block">{url}</code>
        </dd>
        <dt>{t('users.invitation.password')}</dt>
        <dd>
          <code className="code-block">{temporaryPassword}</code>
        </dd>
      </dl>
      <div className="dialog-actions">
        <CopyButton
          text={t('users.invitation.text', { url, email, password: temporaryPassword })}
          label={t('users.invitation.copy')}
        />
        <Button onClick={close}>{t('action.close')}</Button>
      </div>
    </div>
  );
}
