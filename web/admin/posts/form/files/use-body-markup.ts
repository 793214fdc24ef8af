import type { ShownFile } from '#contract/files.ts';
import { formatOfMode } from '#contract/posts.ts';
import { contentLanguage } from '../../../../i18n/content-language.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import { type MarkupOptions, markupOf } from '../../editor/file-markup.ts';
import type { PostFormState } from '../use-post-form.ts';

type Wanted = Pick<MarkupOptions, 'as' | 'size' | 'caption'>;

export function useBodyMarkup({
  form,
  body,
}: Pick<PostFormState, 'form' | 'body'>): (file: ShownFile, wanted: Wanted) => string {
  const ownLanguage = useLanguage();
  return (file, wanted) => {
    const { title, editorMode } = form.getValues();
    const language = contentLanguage(`${title} ${body.get()}`) ?? ownLanguage;
    const options = { ...wanted, language, format: formatOfMode[editorMode], origin: location.origin };
    return markupOf(file, options) ?? '';
  };
}
