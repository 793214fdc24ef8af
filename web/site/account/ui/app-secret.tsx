import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../ui/site-context.ts';
import { appAddress, qrPath } from './app-address.ts';

export interface AppSecretProps {
  readonly secret: string;
  readonly account: string;
}

export function AppSecret({ secret, account }: AppSecretProps) {
  const { t } = useTranslation('account');
  const { siteName } = useSite();
  const address = appAddress({ secret, account, issuer: siteName });
  const picture = useQrCode(address);
  return (
    <div className="app-secret">
      {picture && (
        <svg
          className="qr-code"
          role="img"
          aria-label={t('mfa.qrCode')}
          viewBox={`0 0 ${picture.size} ${picture.size}`}
          shapeRendering="crispEdges"
        >
          <rect width="100%" height="100%" fill="#fff" />
          <path d={picture.path} fill="#000" />
        </svg>
      )}
      <div>
        <p>{t('mfa.scan')}</p>
        <p>
          <a href={address}>{t('mfa.openApp')}</a>
        </p>
        <p>{t('mfa.orType')}</p>
        <p>
          <code className="secret">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
      </div>
    </div>
  );
}

function useQrCode(text: string): { path: string; size: number } | undefined {
  const [picture, setPicture] = useState<{ path: string; size: number }>();
  useEffect(() => {
    let isCurrent = true;
    import('uqr').then(
      ({ encode }) => {
        const { data, size } = encode(text, { ecc: 'M', border: 3 });
        if (isCurrent) setPicture({ path: qrPath(data), size });
      },
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return picture;
}
