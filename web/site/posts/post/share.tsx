import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#contract/site-config.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { useLanguage } from '../../../i18n/language.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { showToast } from '../../ui/toasts.tsx';

export interface Shared {
  readonly url: string;
  readonly title: string;
}

interface Place {
  readonly name: string;
  readonly hrefOf: (shared: Shared) => string;
}

const X: Place = {
  name: 'X',
  hrefOf: ({ url, title }) => withQuery('https://x.com/intent/post', { text: title, url }),
};
const BLUESKY: Place = {
  name: 'Bluesky',
  hrefOf: ({ url, title }) => withQuery('https://bsky.app/intent/compose', { text: `${title} ${url}` }),
};
const HATENA: Place = {
  name: 'はてなブックマーク',
  hrefOf: ({ url, title }) => withQuery('https://b.hatena.ne.jp/add', { mode: 'confirm', url, title }),
};
const LINE: Place = {
  name: 'LINE',
  hrefOf: ({ url }) => withQuery('https://social-plugins.line.me/lineit/share', { url }),
};

export const sharePlaces: Readonly<Record<Language, readonly Place[]>> = {
  en: [X, BLUESKY],
  ja: [X, HATENA, LINE, BLUESKY],
};

export function mailLinkOf({ url, title }: Shared): string {
  return withQuery('mailto:', { subject: title, body: url });
}

/** Encodes spaces as `%20`: mail programs do not decode `+`. */
function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${address}?${pairs.join('&')}`;
}

/**
 * The share button takes the place of the label, which has the same size, in browsers that can share; the copy button
 * reserves its space before hydration. So the links do not move.
 */
export function Share({ shared }: { shared: Shared }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const can = useSyncExternalStore(neverChanges, abilities, () => 'nothing');
  return (
    <section className="share" aria-label={t('post.shareTo')}>
      {can === 'share' ? (
        <button type="button" className="ui-fixed" onClick={() => navigator.share(shared).catch(stayed)}>
          {t('post.share')}
        </button>
      ) : (
        <p className="ui-quiet ui-fixed" aria-hidden="true">
          {t('post.share')}
        </p>
      )}
      <ul>
        {sharePlaces[language].map(({ name, hrefOf }) => (
          <li key={name}>
            <a href={hrefOf(shared)} rel="external nofollow noopener" lang={contentLanguage(name, language)}>
              {name}
            </a>
          </li>
        ))}
        <li>
          <a href={mailLinkOf(shared)}>{t('post.mail')}</a>
        </li>
        <li className="share-by-script" data-ready={can !== 'nothing'}>
          <button
            type="button"
            onClick={() => copyLink(shared, { done: t('post.copied'), failed: t('post.copyFailed') })}
          >
            {t('post.copyLink')}
          </button>
        </li>
      </ul>
    </section>
  );
}

const neverChanges = () => () => {};
const abilities = () => ('share' in navigator ? 'share' : 'copy');

/** Dismissing the share sheet rejects with an AbortError. */
const stayed = () => {};

async function copyLink({ url }: Shared, says: { done: string; failed: string }): Promise<void> {
  if (await copyText(url)) showToast(says.done);
  else showToast(says.failed, 'danger');
}
