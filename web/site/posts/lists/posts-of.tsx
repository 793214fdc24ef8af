import { useTranslation } from 'react-i18next';
import { contentLanguage } from '../../../i18n/content-language.ts';

/** Placeholder character that occurs in no translation, to split the text around the label. */
const PLACE = '\uFFFC';

export function PostsOf({ label }: { label: string }) {
  const { t } = useTranslation();
  const [before, after] = t('posts.of', { label: PLACE }).split(PLACE);
  return (
    <h1>
      <span className="posts-of">{before}</span>
      <span lang={contentLanguage(label)}>{label}</span>
      <span className="posts-of">{after}</span>
    </h1>
  );
}
