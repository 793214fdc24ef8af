import { ActionIcon, Button } from '@mantine/core';
import { ExternalLink, Maximize2, Minimize2, PanelRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AdminPost } from '#contract/admin-posts.ts';
import { locales, useLanguage } from '../../i18n/language.ts';
import { postListPath } from '../../paths/console.ts';
import { requestSignIn } from '../../session/sign-in-request.ts';
import type { Autosave } from '../drafts/use-autosave.ts';
import { rememberedSearch } from '../posts/list/list-state.ts';
import { PostStatusBadges } from '../posts/post-status.tsx';
import { previewAddress } from '../posts/public-address.ts';
import { fromLocalInput, isFuture, useNow } from '../ui/local-time.ts';
import { keyLabels, useIsMac } from '../ui/shortcuts.ts';
import { useObservable } from './observable.ts';
import { isLive, type SaveKind } from './save/send-post.ts';

interface Toggle {
  readonly isOn: boolean;
  readonly change: (isOn: boolean) => void;
}

export interface PostFormBarProps {
  readonly serviceId: string;
  readonly stored: AdminPost | undefined;
  readonly publishAt: string;
  readonly save: (kind: SaveKind) => Promise<void>;
  readonly isWaiting: boolean;
  readonly autosave: Autosave;
  readonly settings: Toggle;
  readonly fullScreen: Toggle;
}

export const SETTINGS_ID = 'post-form-settings';

/** State of the post and its actions, above the text. */
export function PostFormBar(props: PostFormBarProps) {
  const { serviceId, stored, publishAt, save, isWaiting, autosave, settings, fullScreen } = props;
  const { t } = useTranslation('console');
  const [key = ''] = keyLabels('mod+s', useIsMac());
  const now = useNow();
  const instant = fromLocalInput(publishAt);
  const isScheduled = instant !== null && isFuture(instant, now);
  const keyHint = t('posts.saveKey', { key });
  const FullScreenIcon = fullScreen.isOn ? Minimize2 : Maximize2;
  return (
    <div className="form-actions post-form-actions">
      <span className="post-form-state ui-row ui-middle ui-gap-2">
        {stored && <PostStatusBadges post={stored} />}
        <span className="ui-size-13 ui-strong" role="status">
          {isWaiting && t('postFiles.savesAfterUploads')}
        </span>
        <AutosaveStatus autosave={autosave} />
      </span>
      <Button component={Link} to={postListPath(serviceId, rememberedSearch(serviceId))} variant="subtle">
        {t('action.cancel')}
      </Button>
      {stored && (
        <Button
          component="a"
          href={previewAddress(stored, location.origin)}
          target="_blank"
          rel="noreferrer"
          variant="subtle"
          leftSection={<ExternalLink />}
          title={t('writing.previewHelp')}
        >
          {t(stored.status === 'published' ? 'posts.publicPage' : 'posts.preview')}
        </Button>
      )}
      {isLive(stored) ? (
        <Button title={keyHint} onClick={() => void save('update')}>
          {t('posts.update')}
        </Button>
      ) : (
        <>
          <Button variant="outline" title={keyHint} onClick={() => void save('draft')}>
            {t('posts.saveDraft')}
          </Button>
          <Button onClick={() => void save('publish')}>{t(isScheduled ? 'posts.schedule' : 'posts.publish')}</Button>
        </>
      )}
      <ActionIcon
        aria-label={t('writing.settings')}
        title={t('writing.settings')}
        aria-expanded={settings.isOn}
        aria-controls={SETTINGS_ID}
        onClick={() => settings.change(!settings.isOn)}
      >
        <PanelRight />
      </ActionIcon>
      <ActionIcon
        aria-label={t('writing.fullScreen')}
        title={t('writing.fullScreen')}
        aria-pressed={fullScreen.isOn}
        onClick={() => fullScreen.change(!fullScreen.isOn)}
      >
        <FullScreenIcon />
      </ActionIcon>
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
