import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { adminServiceApi } from '#contract/admin-services.ts';
import { adminUserApi } from '#contract/admin-users.ts';
import { useLanguage } from '../../i18n/language.ts';
import { userDetailPath } from '../../paths/console.ts';
import { consoleCall, screenCall } from '../../session/console-call.ts';
import { requireAdmin } from '../../session/guards.ts';
import { notifySuccess } from '../ui/notify.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/user-create.route.ts';
import { showInvitation } from './invitation-dialog.tsx';
import { newUserValues, toNewUser, UserForm, type UserFormValues } from './user-form.tsx';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  return { services: await screenCall(request)(adminServiceApi.list, {}) };
}

export default function UserCreateRoute({ loaderData: { services } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const navigate = useNavigate();

  async function create(values: UserFormValues): Promise<() => void> {
    const user = await consoleCall(adminUserApi.create, { body: toNewUser(values) });
    return () => {
      const { temporaryPassword } = user;
      if (temporaryPassword === undefined) notifySuccess('users.invited', { email: user.email });
      else void showInvitation(t('users.invitation.title'), { user, temporaryPassword });
      void navigate(userDetailPath(user.username));
    };
  }

  return (
    <>
      <PageTitle title={t('page.createUser')} />
      <UserForm initialValues={newUserValues(language)} services={services} save={create} />
    </>
  );
}
