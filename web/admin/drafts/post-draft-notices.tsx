import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { WorkingCopy } from '#contract/working-copies.ts';
import { useObservable } from '../post-form/observable.ts';
import { DraftNotice } from './draft-notices.tsx';
import type { DraftEntry } from './draft-store.ts';
import type { PostDraft } from './use-post-draft.ts';

interface PostDraftNoticesProps {
  readonly draft: PostDraft;
  readonly onCompareSaved: () => void;
  readonly onDiscard: () => void;
  readonly onCompareDraft: (entry: DraftEntry) => void;
  readonly onUseDraft: (entry: DraftEntry) => void;
  readonly onCompareCopy: (copy: WorkingCopy) => void;
  readonly onUseCopy: (copy: WorkingCopy) => void;
}

export function PostDraftNotices(props: PostDraftNoticesProps) {
  const { draft, onCompareDraft, onUseDraft } = props;
  const { t } = useTranslation('console');
  const { stored } = draft;
  return (
    <>
      {stored.isFailing && <DraftNotice icon={<Warning />} text={t('writing.notKept')} />}
      {stored.isOpenElsewhere && <DraftNotice text={t('writing.openElsewhere')} />}
      <NewerCopyNotice {...props} />
      <RestoredPostNotice {...props} />
      {stored.others.map((entry) => (
        <DraftNotice
          key={entry.key}
          text={t(entry.isReplaced ? 'posts.aside.text' : 'writing.other')}
          at={entry.savedAt}
          actions={[
            { label: 'writing.look', run: () => onCompareDraft(entry) },
            { label: 'posts.aside.takeBack', run: () => onUseDraft(entry) },
            { label: 'action.discard', run: () => stored.removeOther(entry) },
          ]}
        />
      ))}
    </>
  );
}

function NewerCopyNotice({ draft: { autosave }, onCompareCopy, onUseCopy }: PostDraftNoticesProps) {
  const { t } = useTranslation('console');
  const state = useObservable(autosave.state);
  if (state.kind !== 'conflict') return null;
  const { newer } = state;
  return (
    <DraftNotice
      icon={<Warning />}
      text={t('posts.autosave.newer')}
      at={newer.updatedAt}
      actions={[
        { label: 'writing.look', run: () => onCompareCopy(newer) },
        { label: 'posts.autosave.keepMine', run: () => autosave.resumeFrom(newer, { isAdopted: false }) },
        { label: 'posts.autosave.takeOther', run: () => onUseCopy(newer) },
      ]}
    />
  );
}

function RestoredPostNotice({ draft: { restored }, onCompareSaved, onDiscard }: PostDraftNoticesProps) {
  const { t } = useTranslation('console');
  if (!restored) return null;
  const copy = restored.from === 'server' ? restored.copy : undefined;
  return (
    <DraftNotice
      text={t(copy ? 'posts.autosave.restored' : 'draft.restored')}
      at={restored.from === 'server' ? restored.copy.updatedAt : restored.savedAt}
      note={copy?.isStale ? t('posts.autosave.stale') : undefined}
      actions={[
        { label: 'writing.look', run: onCompareSaved },
        { label: 'draft.discard', run: onDiscard },
      ]}
    />
  );
}

function Warning() {
  return <TriangleAlert />;
}
