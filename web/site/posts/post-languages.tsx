import { useTranslation } from 'react-i18next';
import { Link, useMatches } from 'react-router';
import { postPath } from '#contract/page-paths.ts';
import type { PublicTranslation } from '#contract/posts.ts';

export interface ShownTranslation extends Pick<PublicTranslation, 'language' | 'title' | 'relation' | 'isDefault'> {
  readonly path: string;
  /** Name of the language in itself. */
  readonly name: string;
  readonly isIndexed: boolean;
}

export function toShownTranslation({ serviceId, slug, noindex, ...translation }: PublicTranslation): ShownTranslation {
  const { language, title, relation, isDefault } = translation;
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return { language, title, relation, isDefault, name, path: postPath(serviceId, slug), isIndexed: noindex !== true };
}

/** Page of the same text in one language; `x-default` is the page for readers of all others. */
export interface Alternate {
  readonly language: string;
  readonly path: string;
}

interface TranslatedPost {
  readonly serviceId: string;
  readonly slug: string;
  readonly languageTag: string | undefined;
  readonly translations: readonly ShownTranslation[];
}

/** Includes the page itself, since search engines ignore links that are not mutual. */
export function alternatesOf({ serviceId, slug, languageTag = '', translations }: TranslatedPost): Alternate[] {
  const others = translations.filter(({ isIndexed }) => isIndexed);
  if (others.length === 0) return [];
  const own = { language: languageTag, path: postPath(serviceId, slug) };
  const { path } = others.find(({ isDefault }) => isDefault) ?? own;
  return [own, ...others.map(({ language, path }) => ({ language, path })), { language: 'x-default', path }];
}

export function PostLanguages({ translations }: { translations: readonly ShownTranslation[] }) {
  const { t } = useTranslation();
  if (translations.length === 0) return null;
  return (
    <nav className="post-languages ui-text-links ui-row ui-baseline ui-quiet" aria-labelledby="site:languages">
      <span id="site:languages">{t('post.alsoIn')}</span>
      <ul className="ui-row ui-baseline">
        {translations.map(({ language, path, name }) => (
          <li key={language}>
            <Link to={path} lang={language} hrefLang={language}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Returns the page of the shown post in another language, if there is one. */
export function useTranslatedPath(language: string): string | undefined {
  const { translations = [] } = (useMatches().at(-1)?.loaderData ?? {}) as Partial<TranslatedPost>;
  return translations.find((translation) => translation.language.split('-', 1)[0] === language)?.path;
}
