import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { locales } from '../../../../i18n/language.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import { requestSignIn } from '../../../../session/sign-in-request.ts';
import { useObservable } from '../observable.ts';
import type { Autosave } from './use-autosave.ts';
import './autosave-status.css';

export function AutosaveStatus({ autosave: { autosaver, state: observed } }: { readonly autosave: Autosave }) {
  const { t } = useTranslation('console');
  const locale = locales[useLanguage()];
  const state = useObservable(observed);
  const keptAt = 'at' in state ? state.at : undefined;

  async function signIn(): Promise<void> {
    if (await requestSignIn()) autosaver?.retry();
  }

  return (
    <span className="autosave-status">
      <span role="status">
        {keptAt !== undefined && t('posts.autosave.saved', { time: timeOfDay(keptAt, locale) })}
        {state.kind === 'failed' && t('posts.autosave.failed')}
        {state.kind === 'signedOut' && t('writing.signedOut')}
        {state.kind === 'conflict' && t('posts.autosave.paused')}
      </span>
      {state.kind === 'signedOut' && (
        <Button size="compact-sm" variant="default" onClick={() => void signIn()}>
          {t('action.signIn')}
        </Button>
      )}
      {/* Hidden from screen readers, which would otherwise announce every autosave. */}
      {state.kind === 'saving' && <span aria-hidden="true"> {t('posts.autosave.saving')}</span>}
    </span>
  );
}

function timeOfDay(instant: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(instant),
  );
}
