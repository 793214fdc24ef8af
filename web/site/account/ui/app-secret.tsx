import { useTranslation } from 'react-i18next';
import { appAddress, inGroups } from '../../../session/authenticator-app.ts';
import { QrImage, useQrPicture } from '../../../ui/qr-picture.tsx';
import { useSite } from '../../ui/site-context.ts';

/** Width in modules. */
const QUIET_ZONE = 3;

export interface AppSecretProps {
  readonly secret: string;
  readonly account: string;
}

export function AppSecret({ secret, account }: AppSecretProps) {
  const { t } = useTranslation('account');
  const { siteName } = useSite();
  const address = appAddress({ secret, account, issuer: siteName });
  const picture = useQrPicture(address, QUIET_ZONE);
  return (
    <div className="app-secret ui-row ui-top">
      {picture && picture !== 'failed' && <QrImage picture={picture} label={t('mfa.qrCode')} />}
      <div>
        <p>{t('mfa.scan')}</p>
        <p>
          <a href={address}>{t('mfa.openApp')}</a>
        </p>
        <p>{t('mfa.orType')}</p>
        <p>
          <code className="secret">{inGroups(secret)}</code>
        </p>
      </div>
    </div>
  );
}
