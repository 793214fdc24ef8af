import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConsole } from '../ui/console-context.ts';
import { appAddress, inGroups, squaresPath } from './authenticator-app.ts';

/** The secret for an authenticator app, to scan or to type. */
export function AppSecret({ secret, account }: { secret: string; account: string }) {
  const { t } = useTranslation('console');
  const { siteName } = useConsole();
  const picture = useQrCode(appAddress({ secret, account, issuer: siteName }));
  return (
    <div className="app-secret">
      {picture && (
        <svg
          role="img"
          aria-label={t('signIn.qr')}
          viewBox={`0 0 ${picture.size} ${picture.size}`}
          shapeRendering="crispEdges"
        >
          <rect width="100%" height="100%" fill="#fff" />
          <path d={picture.path} fill="#000" />
        </svg>
      )}
      <p>
        {t('signIn.secret')}
        <code>{inGroups(secret)}</code>
      </p>
    </div>
  );
}

/** What draws it is loaded only when there is one to show. Without it the secret is typed. */
function useQrCode(text: string): { path: string; size: number } | undefined {
  const [picture, setPicture] = useState<{ path: string; size: number }>();
  useEffect(() => {
    let isCurrent = true;
    const draw = async () => {
      const { encode } = await import('uqr');
      const { data, size } = encode(text, { ecc: 'M', border: 3 });
      if (isCurrent) setPicture({ path: squaresPath(data), size });
    };
    draw().catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return picture;
}
