import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useConsole } from './console-context.ts';
import { sectionOf } from './screen-title.ts';

export interface PageTitleProps {
  readonly title: string;
  /** Title in the browser tab before the section name; defaults to the heading. */
  readonly documentTitle?: string;
  readonly children?: ReactNode;
}

export function PageTitle({ title, documentTitle = title, children }: PageTitleProps) {
  const { t } = useTranslation('console');
  const { siteName } = useConsole();
  const section = sectionOf(useLocation().pathname);
  const tab = section ? t('page.inSection', { title: documentTitle, section: t(section) }) : documentTitle;
  return (
    <header className="page-title ui-row ui-middle ui-spread ui-gap-3-5 ui-below-5">
      <title>{t('console.titled', { title: tab, siteName })}</title>
      <h1>{title}</h1>
      {children !== undefined && <div className="ui-row ui-gap-2">{children}</div>}
    </header>
  );
}
