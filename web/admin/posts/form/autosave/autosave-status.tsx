import { useTranslation } from 'react-i18next';
import { locales } from '../../../../i18n/language.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import type { AutosaveState } from './autosaver.ts';
import './autosave-status.css';

/** Says, beside the buttons, how far what is typed has got. */
export function AutosaveStatus({ state }: { readonly state: AutosaveState }) {
  const { t } = useTranslation('console');
  const locale = locales[useLanguage()];
  const keptAt = 'at' in state ? state.at : undefined;
  return (
    <span className="autosave-status">
      <span role="status">
        {keptAt !== undefined && t('posts.autosave.saved', { time: timeOfDay(keptAt, locale) })}
        {state.kind === 'failed' && t('posts.autosave.failed')}
      </span>
      {/* Who listens would be told of it every few seconds. */}
      {state.kind === 'saving' && <span aria-hidden="true"> {t('posts.autosave.saving')}</span>}
    </span>
  );
}

function timeOfDay(instant: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(instant),
  );
}
