import { useTranslation } from 'react-i18next';
import { useSite } from './site-context.ts';

export interface PageHeadProps {
  readonly title: string;
  readonly description?: string;
  /** The page's one address, from the root; left out where the page should not be found. */
  readonly path?: string;
  readonly type?: 'website' | 'article';
  /** The address of a picture, absolute or from the root. */
  readonly image?: string | undefined;
}

/** What the page says of itself to browsers, search engines and sites that link to it. */
export function PageHead({ title, description = '', path, type = 'website', image }: PageHeadProps) {
  const { t } = useTranslation();
  const { siteName, origin } = useSite();
  const url = path === undefined || origin === '' ? undefined : `${origin}${path}`;
  return (
    <>
      <title>{t('page.titled', { title, siteName })}</title>
      {description !== '' && <meta name="description" content={description} />}
      {url === undefined ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={url} />}
      <meta property="og:site_name" content={siteName} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      {description !== '' && <meta property="og:description" content={description} />}
      {url !== undefined && <meta property="og:url" content={url} />}
      {image !== undefined && origin !== '' && <meta property="og:image" content={new URL(image, origin).href} />}
    </>
  );
}
