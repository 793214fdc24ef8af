import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useRevalidator } from 'react-router';
import { keepLanguage } from '../../i18n/chosen-language.ts';
import { speak } from '../../i18n/i18n.ts';
import { otherLanguage } from '../../i18n/language.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { LANGUAGE_PATH } from './language-path.ts';
import { showToast } from './toast.ts';

/**
 * Switches the page to the other language. Without scripts the form posts to the server, which sets the cookie and
 * redirects back; with scripts the texts change in place, which keeps the visitor's input.
 */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const other = otherLanguage(useLanguage());
  const choose = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    try {
      await speak(i18n, other);
      keepLanguage(other);
      await revalidate();
    } catch {
      showToast(t('failure.noAnswer'), 'danger');
    }
  };
  return (
    <form className="language-switch" method="post" action={LANGUAGE_PATH} onSubmit={choose}>
      <input type="hidden" name="returnTo" value={`${pathname}${search}`} />
      <button type="submit" name="language" value={other} lang={other}>
        {t('site.otherLanguage')}
      </button>
    </form>
  );
}
