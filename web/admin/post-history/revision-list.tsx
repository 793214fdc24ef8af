import { Button, Menu } from '@mantine/core';
import { CircleCheck, Ellipsis, GitCompare } from 'lucide-react';
import { type FormEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { AdminPost } from '#contract/admin-posts.ts';
import type { PostRevision } from '#contract/post-history.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { useName } from '../people/use-name.ts';
import { Badge } from '../ui/badge.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import type { Restore } from './use-restore.ts';

export interface Chosen {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

interface RevisionListProps {
  readonly post: AdminPost;
  readonly items: readonly PostRevision[];
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
  readonly onRestore: Restore;
}

export function RevisionList({ post, items, chosen, onChoose, ...rest }: RevisionListProps) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  if (items.length === 0) return <EmptyState title={t('history.empty')} body={t('history.emptyBody')} />;
  const before = chosen.before ?? items[1]?.revision;
  const after = chosen.after ?? items[0]?.revision;
  const canCompare = before !== undefined && after !== undefined && before !== after;

  function compare(event: FormEvent): void {
    event.preventDefault();
    if (canCompare) void navigate(compareSearch(...inOrder(before, after)));
  }

  return (
    <form onSubmit={compare}>
      {items.length > 1 && (
        <div className="compare-bar">
          <Button type="submit" disabled={!canCompare} leftSection={<GitCompare />}>
            {canCompare ? t('history.compareTwo', pairOf(before, after)) : t('history.compare')}
          </Button>
        </div>
      )}
      <ol className="revisions" reversed>
        {items.map((revision, index) => (
          <RevisionRow
            key={revision.revision}
            post={post}
            revision={revision}
            former={items[index + 1]?.revision}
            onRestore={rest.onRestore}
            choice={
              items.length > 1 ? { before, after, onChoose: (side) => onChoose({ ...chosen, ...side }) } : undefined
            }
          />
        ))}
      </ol>
    </form>
  );
}

function pairOf(one: number, other: number): { before: number; after: number } {
  const [before, after] = inOrder(one, other);
  return { before, after };
}

interface RevisionRowProps {
  readonly post: AdminPost;
  readonly revision: PostRevision;
  /** Previous revision; undefined when it is on the next page. */
  readonly former: number | undefined;
  readonly choice: (Chosen & { readonly onChoose: (side: Chosen) => void }) | undefined;
  readonly onRestore: Restore;
}

function RevisionRow({ post, revision, former, choice, onRestore }: RevisionRowProps) {
  const { t } = useTranslation('console');
  const id = useId();
  const { revision: number, kind, title, isCurrent } = revision;
  return (
    <li className="revision ui-line ui-top ui-gap-3">
      {choice && <CompareChoice number={number} {...choice} />}
      <div className="revision-words">
        <p id={id} className="revision-name ui-row ui-middle ui-gap-1-3">
          <Link to={revisionSearch(number)}>{t('history.save', { revision: number })}</Link>
          <span className="ui-quiet">{t(`history.kind.${kind}`)}</span>
          {isCurrent && <Badge tone="good" icon={CircleCheck} text={t('history.present')} />}
        </p>
        <SaveLine revision={revision} />
        {title !== post.title && (
          <span className="revision-title ui-note" lang={contentLanguage(title)}>
            {title}
          </span>
        )}
      </div>
      <RevisionMenu revision={revision} former={former} onRestore={onRestore} />
    </li>
  );
}

function CompareChoice({
  number,
  before,
  after,
  onChoose,
}: { number: number } & NonNullable<RevisionRowProps['choice']>) {
  const { t } = useTranslation('console');
  const side = (name: 'before' | 'after', isChosen: boolean) => (
    <label className="compare-choice">
      <input type="radio" name={name} checked={isChosen} onChange={() => onChoose({ [name]: number })} />
      <span className="sr-only">{t(`history.choose.${name}`, { revision: number })}</span>
    </label>
  );
  return (
    <div className="compare-choices">
      {side('before', before === number)}
      {side('after', after === number)}
    </div>
  );
}

function RevisionMenu({ revision, former, onRestore }: Pick<RevisionRowProps, 'revision' | 'former' | 'onRestore'>) {
  const { t } = useTranslation('console');
  const canWrite = isEditor(useActor());
  const { revision: number, isCurrent } = revision;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" size="compact-md" aria-label={t('history.actionsOf', { revision: number })}>
          <Ellipsis size={18} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={revisionSearch(number)}>
          {t('history.look')}
        </Menu.Item>
        {former !== undefined && (
          <Menu.Item component={Link} to={compareSearch(former, number)}>
            {t('history.whatChanged')}
          </Menu.Item>
        )}
        {!isCurrent && (
          <Menu.Item component={Link} to={compareSearch(number)}>
            {t('history.withPresent')}
          </Menu.Item>
        )}
        {canWrite && !isCurrent && (
          <Menu.Item onClick={() => void onRestore(number)}>{t('history.restoreThis')}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

export function SaveLine({ revision: { savedAt, savedBy } }: { revision: PostRevision }) {
  const { t } = useTranslation('console');
  const name = useName(savedBy);
  return (
    <span className="save-line ui-note">
      <DateTime value={savedAt} withTime /> <span>{t('history.by', { name })}</span>
    </span>
  );
}

export type HistoryState =
  | { readonly kind: 'list'; readonly pageToken: string | undefined }
  | { readonly kind: 'revision'; readonly revision: number }
  /** Comparison of two revisions; without `after` with the current one. */
  | { readonly kind: 'compare'; readonly before: number; readonly after: number | undefined };

export function readHistoryState(query: URLSearchParams): HistoryState {
  const revision = numberIn(query, 'look');
  if (revision !== undefined) return { kind: 'revision', revision };
  const before = numberIn(query, 'before');
  if (before !== undefined) return { kind: 'compare', before, after: numberIn(query, 'after') };
  return { kind: 'list', pageToken: query.get('pageToken') ?? undefined };
}

export const revisionSearch = (revision: number) => `?look=${revision}`;

export const compareSearch = (before: number, after?: number) =>
  `?before=${before}${after === undefined ? '' : `&after=${after}`}`;

export function inOrder(one: number, other: number): [before: number, after: number] {
  return one < other ? [one, other] : [other, one];
}

const MAX_REVISION = 2_147_483_647;

function numberIn(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name) ?? '';
  const number = Number(value);
  return /^[1-9]\d*$/.test(value) && number <= MAX_REVISION ? number : undefined;
}
