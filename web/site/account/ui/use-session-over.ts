import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { siteSignInPathFor } from '../../../session/redirect-target.ts';
import { showToast } from '../../ui/toast.ts';

export function useSessionOver(): () => void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const { t } = useTranslation('account');
  return () => {
    showToast(t('failure.notAuthenticated'), 'danger');
    void navigate(siteSignInPathFor(`${pathname}${search}${hash}`), { replace: true });
  };
}
