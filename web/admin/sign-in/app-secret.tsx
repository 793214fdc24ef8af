import { useTranslation } from 'react-i18next';
import { appAddress, inGroups } from '../../session/authenticator-app.ts';
import { QrCode } from '../qr/qr-code.tsx';
import { useConsole } from '../ui/console-context.ts';

export function AppSecret({ secret, account }: { secret: string; account: string }) {
  const { t } = useTranslation('console');
  const { siteName } = useConsole();
  return (
    <div className="app-secret ui-grid ui-gap-3">
      <QrCode value={appAddress({ secret, account, issuer: siteName })} label={t('signIn.qr')} />
      <p>
        {t('signIn.secret')}
        <code>{inGroups(secret)}</code>
      </p>
    </div>
  );
}
