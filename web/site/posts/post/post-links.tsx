import { useTranslation } from 'react-i18next';
import { contentLanguage } from '../../../i18n/content-language.ts';
import type { ShownLink } from './load-post.server.ts';

export function PostLinks({ links }: { links: readonly ShownLink[] }) {
  const { t } = useTranslation();
  if (links.length === 0) return null;
  return (
    <section className="post-links" aria-labelledby="site:links">
      <h2 id="site:links">{t('post.links')}</h2>
      <ul>
        {links.map(({ id, url, label, host }) => (
          <li key={id}>
            <a href={url} rel="external noopener" lang={contentLanguage(label || host)}>
              {label || host || url}
            </a>
            {label !== '' && <span className="post-link-host ui-quiet ui-small">{host}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
