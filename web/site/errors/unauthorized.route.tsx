import { useTranslation } from 'react-i18next';
import { data, Link } from 'react-router';
import { SIGN_IN_PATH } from '../../paths/account.ts';
import { ErrorPage } from './error-page.tsx';

export function loader() {
  return data(null, { status: 401 });
}

export default function UnauthorizedRoute() {
  const { t } = useTranslation();
  return (
    <ErrorPage status={401} title={t('error.unauthorized')} body={t('error.unauthorizedBody')}>
      <Link to={SIGN_IN_PATH}>{t('page.signIn')}</Link>
    </ErrorPage>
  );
}
