import { useTranslation } from 'react-i18next';
import { contentLanguage } from '../../../i18n/content-language.ts';

/** No text has it, so that it marks where the name of the list goes. */
const PLACE = '\uFFFC';

/** The heading of a list out of all posts: the name large, and what it is a list of beside it. */
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
