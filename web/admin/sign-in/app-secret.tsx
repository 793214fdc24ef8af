import { useTranslation } from 'react-i18next';
import { QrCode } from '../qr/qr-code.tsx';
import { useConsole } from '../ui/console-context.ts';
import { appAddress, inGroups } from './authenticator-app.ts';

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
