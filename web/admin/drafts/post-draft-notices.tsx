import { Button } from '@mantine/core';
import { History, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkingCopy } from '#contract/working-copies.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { useObservable } from '../posts/form/observable.ts';
import type { DraftEntry } from './draft-store.ts';
import type { KeptText, Restored } from './use-post-draft.ts';

export interface KeptNoticesProps {
  readonly kept: KeptText;
  /** Compares the form with the saved post. */
  readonly onLook: () => void;
  /** Resets the form to the saved post. */
  readonly onThrowAway: () => void;
  /** Compares the form with another draft. */
  readonly onLookAt: (entry: DraftEntry) => void;
  readonly onLookAtCopy: (copy: WorkingCopy) => void;
  readonly onTakeCopy: (copy: WorkingCopy) => void;
  /** Replaces the form's values with another draft and sets its own aside. */
  readonly onBringBack: (entry: DraftEntry) => void;
}

export function KeptNotices(props: KeptNoticesProps) {
  const { kept, onLook, onThrowAway, onLookAt, onBringBack } = props;
  const { t } = useTranslation('console');
  const { journal, restored } = kept;
  return (
    <>
      {journal.isFailing && (
        <Notice icon={<TriangleAlert size={16} aria-hidden="true" />} text={t('writing.notKept')} />
      )}
      {journal.isOpenElsewhere && <Notice text={t('writing.openElsewhere')} />}
      <NewerCopy {...props} />
      {restored && (
        <RestoredText restored={restored}>
          <Button variant="subtle" size="compact-sm" onClick={onLook}>
            {t('writing.look')}
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={onThrowAway}>
            {t('draft.discard')}
          </Button>
        </RestoredText>
      )}
      {journal.others.map((entry) => (
        <Notice
          key={entry.key}
          text={
            <>
              {t(entry.isAside ? 'posts.aside.text' : 'writing.other')}{' '}
              <DateTime value={new Date(entry.savedAt).toISOString()} withTime />
            </>
          }
        >
          <Button variant="subtle" size="compact-sm" onClick={() => onLookAt(entry)}>
            {t('writing.look')}
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={() => onBringBack(entry)}>
            {t('posts.aside.takeBack')}
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={() => journal.dropOther(entry)}>
            {t('action.discard')}
          </Button>
        </Notice>
      ))}
    </>
  );
}

function NewerCopy({ kept: { autosave }, onLookAtCopy, onTakeCopy }: KeptNoticesProps) {
  const { t } = useTranslation('console');
  const state = useObservable(autosave.state);
  if (state.kind !== 'conflict') return null;
  const { newer } = state;
  return (
    <Notice
      icon={<TriangleAlert size={16} aria-hidden="true" />}
      text={
        <>
          {t('posts.autosave.newer')} <DateTime value={newer.updatedAt} withTime />
        </>
      }
    >
      <Button variant="subtle" size="compact-sm" onClick={() => onLookAtCopy(newer)}>
        {t('writing.look')}
      </Button>
      <Button variant="subtle" size="compact-sm" onClick={() => autosave.goOnFrom(newer, false)}>
        {t('posts.autosave.keepMine')}
      </Button>
      <Button variant="subtle" size="compact-sm" onClick={() => onTakeCopy(newer)}>
        {t('posts.autosave.takeOther')}
      </Button>
    </Notice>
  );
}

interface NoticeProps {
  readonly text: ReactNode;
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
}

function Notice({ text, icon, children }: NoticeProps) {
  return (
    <div className="restored-notice" role="status">
      {icon ?? <History size={16} aria-hidden="true" />}
      <p>{text}</p>
      {children}
    </div>
  );
}

function RestoredText({ restored, children }: { readonly restored: Restored; readonly children: ReactNode }) {
  const { t } = useTranslation('console');
  const isOfServer = restored.from === 'server';
  const at = isOfServer ? restored.copy.updatedAt : new Date(restored.savedAt).toISOString();
  return (
    <Notice
      text={
        <>
          {t(isOfServer ? 'posts.autosave.restored' : 'draft.restored')} <DateTime value={at} withTime />
          {isOfServer && restored.copy.isStale && <span className="field-note">{t('posts.autosave.stale')}</span>}
        </>
      }
    >
      {children}
    </Notice>
  );
}
