import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { DeletedPost } from '#contract/deleted-posts.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { PostStatusBadges } from '../post-status.tsx';
import { BinActions, type BinActionsProps } from './bin-actions.tsx';
import { DeletedBy, GoneAt } from './bin-times.tsx';

export interface BinTableProps extends Omit<BinActionsProps, 'post'> {
  readonly posts: readonly DeletedPost[];
}

export function BinTable({ posts, ...actions }: BinTableProps) {
  const { t } = useTranslation('console');
  return (
    <table className="record-table">
      <caption className="sr-only">{t('bin.heading')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('posts.columns.title')}</th>
          <th scope="col" className="wide">
            {t('bin.wasStatus')}
          </th>
          <th scope="col" className="wide">
            {t('bin.deletedAt')}
          </th>
          <th scope="col" className="wide">
            {t('bin.goneAt')}
          </th>
          <th scope="col">
            <span className="sr-only">{t('bin.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {posts.map((post) => (
          <BinRow key={post.postId} post={post} {...actions} />
        ))}
      </tbody>
    </table>
  );
}

function BinRow({ post, ...actions }: BinActionsProps) {
  const { title, slug, status, deletedAt, postId } = post;
  const badges = <PostStatusBadges post={{ status, effectiveAt: null, isHiddenInList: false }} />;
  return (
    <tr>
      <th scope="row">
        <Link to={`?look=${postId}`} lang={contentLanguage(title)}>
          {title}
        </Link>
        <span className="record-sub record-id">{slug}</span>
        <span className="narrow">
          {badges}
          <span>
            <DateTime value={deletedAt} withTime isShort /> <DeletedBy post={post} />
          </span>
          <GoneAt post={post} />
        </span>
      </th>
      <td className="wide">{badges}</td>
      <td className="wide record-time">
        <DateTime value={deletedAt} withTime isShort />
        <DeletedBy post={post} />
      </td>
      <td className="wide record-time">
        <GoneAt post={post} />
      </td>
      <td className="actions">
        <BinActions post={post} {...actions} isShort />
      </td>
    </tr>
  );
}
