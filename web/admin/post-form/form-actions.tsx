import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { locales, useLanguage } from '../../i18n/language.ts';
import { postListPath } from '../../paths/console.ts';
import { requestSignIn } from '../../session/sign-in-request.ts';
import type { Autosave } from '../drafts/use-autosave.ts';
import { rememberedSearch } from '../posts/list/list-state.ts';
import { capsOf, useIsMac } from '../ui/shortcuts.ts';
import { fromLocalInput, isFuture, useNow } from './local-time.ts';
import { useObservable } from './observable.ts';
import type { SaveKind } from './save/send-post.ts';

export interface FormActionsProps {
  readonly serviceId: string;
  readonly isLive: boolean;
  readonly publishAt: string;
  readonly save: (kind: SaveKind) => Promise<void>;
  readonly isWaiting: boolean;
  readonly autosave: Autosave;
}

export function FormActions({ serviceId, isLive, publishAt, save, isWaiting, autosave }: FormActionsProps) {
  const { t } = useTranslation('console');
  const [key = ''] = capsOf('mod+s', useIsMac());
  const now = useNow();
  const instant = fromLocalInput(publishAt);
  const isScheduled = instant !== null && isFuture(instant, now);
  return (
    <div className="form-actions post-form-actions">
      {isLive ? (
        <Button onClick={() => void save('update')}>{t('posts.update')}</Button>
      ) : (
        <>
          <Button onClick={() => void save('publish')}>{t(isScheduled ? 'posts.schedule' : 'posts.publish')}</Button>
          <Button variant="outline" onClick={() => void save('draft')}>
            {t('posts.saveDraft')}
          </Button>
        </>
      )}
      <Button component={Link} to={postListPath(serviceId, rememberedSearch(serviceId))} variant="default">
        {t('action.cancel')}
      </Button>
      <span className="post-form-key ui-tiny">{t('posts.saveKey', { key })}</span>
      <span className="ui-size-13 ui-strong" role="status">
        {isWaiting && t('postFiles.savesAfterUploads')}
      </span>
      <AutosaveStatus autosave={autosave} />
    </div>
  );
}

function AutosaveStatus({ autosave: { autosaver, state: observed } }: { readonly autosave: Autosave }) {
  const { t } = useTranslation('console');
  const locale = locales[useLanguage()];
  const state = useObservable(observed);
  const savedAt = 'at' in state ? state.at : undefined;

  async function signIn(): Promise<void> {
    if (await requestSignIn()) autosaver?.retry();
  }

  return (
    <span className="ui-tiny">
      <span role="status">
        {savedAt !== undefined && t('posts.autosave.saved', { time: timeOfDay(savedAt, locale) })}
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
