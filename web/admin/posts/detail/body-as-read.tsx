import { useTranslation } from 'react-i18next';
import type { AdminPost } from '#contract/admin-posts.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { Prose } from '../prose.tsx';

export function BodyAsRead({ post }: { post: AdminPost }) {
  const { t } = useTranslation('console');
  const { bodyFormat, body, bodyHtml, bodyJson, bodyText, title } = post;
  if (bodyHtml === '') return <p className="preview-empty">{t('posts.noBody')}</p>;
  if (bodyFormat === 'json' && !body.includes('\n')) {
    return (
      <pre className="post-json">
        <code>{JSON.stringify(bodyJson, null, 2)}</code>
      </pre>
    );
  }
  return <Prose html={bodyHtml} format={bodyFormat} language={contentLanguage(`${title} ${bodyText}`)} />;
}
