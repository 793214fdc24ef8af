import { useTranslation } from 'react-i18next';
import { redirect } from 'react-router';
import { CONSOLE_SIGN_IN_PATH } from '../../paths/site.ts';
import { signOut } from '../../session/session.ts';
import { notifySuccess } from '../ui/notify.tsx';
import { PageTitle } from '../ui/page-title.tsx';

export async function clientLoader() {
  await signOut();
  notifySuccess('done.signedOut');
  return redirect(CONSOLE_SIGN_IN_PATH);
}

export function HydrateFallback() {
  return <SigningOut />;
}

export default function SignOutRoute() {
  return <SigningOut />;
}

function SigningOut() {
  const { t } = useTranslation('console');
  return (
    <main className="sign-in ui-column ui-gap-4">
      <PageTitle title={t('action.signOut')} />
    </main>
  );
}
