import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { matchPath, useLocation } from 'react-router';
import { useConsole } from './console-context.ts';
import type { ConsoleKey } from './failure-text.ts';

interface PageTitleProps {
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

/** Titles of screens whose data is loading. Other screens render their title with a skeleton. */
const WAITING = {
  '/admin': 'page.adminTop',
  '/admin/qr': 'qr.title',
  '/admin/services/create': 'page.createService',
  '/admin/services/:serviceId/edit': 'page.serviceSettings',
  '/admin/users/create': 'page.createUser',
  '/admin/users/:username': 'page.userSettings',
  '/admin/api-keys/create': 'page.createApiKey',
  '/admin/mails/:mailId': 'page.mail',
  '/admin/posts/:serviceId/create': 'page.createPost',
  '/admin/posts/:serviceId/:postId': 'page.post',
  '/admin/posts/:serviceId/:postId/edit': 'page.editPost',
  '/admin/posts/:serviceId/groups/create': 'page.createGroup',
  '/admin/posts/:serviceId/groups/:slug/edit': 'page.editGroup',
  '/admin/categories/:serviceId/create': 'page.createCategory',
  '/admin/categories/:serviceId/:slug/edit': 'page.editCategory',
  '/admin/webhooks/:serviceId/create': 'page.createWebhook',
  '/admin/webhooks/:serviceId/:webhookId/edit': 'page.editWebhook',
} as const satisfies Record<string, ConsoleKey>;

const SECTIONS = {
  '/admin/services': 'page.serviceManagement',
  '/admin/users': 'page.adminUserManagement',
  '/admin/users/create': 'page.userManagement',
  '/admin/posts/:serviceId': 'posts.heading',
  '/admin/categories/:serviceId': 'categories.heading',
  '/admin/comments/:serviceId': 'page.commentsManagement',
  '/admin/comments/:serviceId/content/:contentId': 'page.manageComments',
  '/admin/settings/:serviceId/content': 'page.contentIds',
} as const satisfies Record<string, ConsoleKey>;

export function waitingTitleOf(pathname: string) {
  return find(WAITING, pathname);
}

function sectionOf(pathname: string) {
  return find(SECTIONS, pathname);
}

function find<Title>(titles: Readonly<Record<string, Title>>, pathname: string): Title | undefined {
  return Object.entries(titles).find(([pattern]) => matchPath(pattern, pathname))?.[1];
}
