import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../ui/site-context.ts';

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
    <div className="app-secret ui-row ui-top">
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

/** Builds an `otpauth://` URI (Key Uri Format) with explicit defaults, which all authenticator apps understand. */
export function appAddress({ secret, account, issuer }: { secret: string; account: string; issuer: string }): string {
  // The colon separates issuer and account.
  const label = [issuer, account].map((part) => encodeURIComponent(part.replaceAll(':', ' '))).join(':');
  const parameters = [
    `secret=${secret}`,
    `issuer=${encodeURIComponent(issuer)}`,
    'algorithm=SHA1',
    'digits=6',
    'period=30',
  ];
  return `otpauth://totp/${label}?${parameters.join('&')}`;
}

export function qrPath(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
}
