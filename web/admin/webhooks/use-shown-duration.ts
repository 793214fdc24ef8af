import { useTranslation } from 'react-i18next';
import { locales } from '../../i18n/language.ts';
import { useLanguage } from '../../i18n/use-language.ts';

export function useShownDuration(): (ms: number) => string {
  const { t } = useTranslation('console');
  const numbers = new Intl.NumberFormat(locales[useLanguage()], { maximumFractionDigits: 1 });
  return (ms) =>
    ms < 1000 ? t('webhooks.delivery.ms', { ms }) : t('webhooks.delivery.s', { s: numbers.format(ms / 1000) });
}
