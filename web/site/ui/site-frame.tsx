import type { ReactNode } from 'react';
import { Link } from 'react-router';

export function SiteFrame({ siteName, children }: { siteName: string; logoUrl: string; children: ReactNode }) {
  return (
    <>
      <header>
        <Link to="/">{siteName}</Link>
      </header>
      <main>{children}</main>
    </>
  );
}
