import { Button } from '@mantine/core';
import { ExternalLink, RefreshCw } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useRevalidator } from 'react-router';
import { adminCommentApi, type StatusCounts } from '#contract/admin-comments.ts';
import type { AdminPost } from '#contract/admin-posts.ts';
import { postPreviewApi } from '#contract/post-addresses.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { contentCommentsPath, postHistoryPath, postListPath } from '../../../paths/console.ts';
import { isEditor, useActor } from '../../../session/actor.ts';
import { backgroundCall, consoleCall } from '../../../session/console-call.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { useName } from '../../people/use-name.ts';
import { QrButton } from '../../qr/qr-code.tsx';
import { PostTranslations } from '../../translations/translations.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { NOTHING } from '../../ui/facts.tsx';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { useLanguageName } from '../../ui/use-language-name.ts';
import { previewAddress, readableAddress } from '../public-address.ts';
import { PostGroups } from './post-groups.tsx';
import { PostMedia } from './post-media.tsx';
import { StaticFile } from './static-file.tsx';

export function PostFacts({ post, onChooseGroups }: { post: AdminPost; onChooseGroups: () => void }) {
  const { t } = useTranslation('console');
  const { slug, tags, links, description, author, language, createdBy, updatedAt, updatedBy, label, contentId } = post;
  const nameOfLanguage = useLanguageName();
  const hasComments = post.service.functions.includes('comment');
  return (
    <dl className="post-facts ui-column ui-gap-4">
      <PostMedia post={post} />
      <Fact name={t('posts.fields.category')}>
        <CategoryTrail post={post} />
      </Fact>
      <Fact name={t('posts.fields.tags')}>{tags.length === 0 ? NOTHING : <TagList post={post} />}</Fact>
      <PostGroups post={post} onChoose={onChooseGroups} />
      <Fact name={t('translations.title')}>
        <PostTranslations key={post.postId} post={post} />
      </Fact>
      <Fact name={t('posts.columns.publishAt')}>
        <PublishTime post={post} />
      </Fact>
      <Fact name={t('posts.columns.createdAt')}>
        <DateTime value={post.createdAt} withTime />
        <By username={createdBy} />
      </Fact>
      <Fact name={t('posts.columns.updatedAt')}>
        {updatedAt === null ? NOTHING : <DateTime value={updatedAt} withTime />}
        {updatedBy !== null && <By username={updatedBy} />}
        <Link className="post-by" to={postHistoryPath(post.serviceId, post.postId)}>
          {t('postDetail.history')}
        </Link>
      </Fact>
      <Fact name={t('posts.fields.slug')}>
        <code>{slug}</code>
      </Fact>
      <Fact name={t('posts.fields.editorMode')}>{t(`posts.modes.${post.editorMode}.name`)}</Fact>
      {label !== '' && (
        <Fact name={t('posts.fields.label')}>
          <span lang={contentLanguage(label)}>{label}</span>
        </Fact>
      )}
      {(hasComments || contentId !== post.postId) && (
        <Fact name={t('posts.fields.contentId')}>
          <code>{contentId}</code>
        </Fact>
      )}
      {description !== '' && (
        <Fact name={t('posts.fields.description')}>
          <span lang={contentLanguage(description)}>{description}</span>
        </Fact>
      )}
      {author !== '' && (
        <Fact name={t('posts.fields.author')}>
          <span lang={contentLanguage(author)}>{author}</span>
        </Fact>
      )}
      {language !== '' && <Fact name={t('posts.fields.language')}>{nameOfLanguage(language)}</Fact>}
      {links.length > 0 && (
        <Fact name={t('posts.fields.links')}>
          <ul className="post-links">
            {links.map(({ id, url, label }) => (
              <li key={id}>
                <a href={url} target="_blank" rel="noreferrer">
                  {label ?? url}
                </a>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {hasComments && <PostComments post={post} />}
      <PostAddress post={post} />
      <PreviewLink post={post} />
      <StaticFile post={post} />
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function By({ username }: { username: string }) {
  const { t } = useTranslation('console');
  const name = useName(username);
  return <span className="post-by">{t('posts.by', { name })}</span>;
}

function CategoryTrail({ post: { serviceId, category } }: { post: AdminPost }) {
  if (!category) return NOTHING;
  return [...category.parents, category].map(({ slug, label }, index) => (
    <Fragment key={slug}>
      {index > 0 && ' / '}
      <Link to={postListPath(serviceId, `?${new URLSearchParams({ category: slug })}`)} lang={contentLanguage(label)}>
        {label}
      </Link>
    </Fragment>
  ));
}

function TagList({ post: { serviceId, tags } }: { post: AdminPost }) {
  return (
    <ul className="post-tag-list ui-row ui-gap-1-2">
      {tags.map(({ label }) => (
        <li key={label} lang={contentLanguage(label)}>
          <Link to={postListPath(serviceId, `?${new URLSearchParams({ tag: label })}`)}>{label}</Link>
        </li>
      ))}
    </ul>
  );
}

function PublishTime({ post: { publishAt, effectiveAt, status } }: { post: AdminPost }) {
  const { t } = useTranslation('console');
  if (publishAt === null) return NOTHING;
  return (
    <>
      <DateTime value={publishAt} withTime />
      {status === 'reserved' && effectiveAt !== null && (
        <span className="post-by">
          {t('posts.goesLive')} <DateTime value={effectiveAt} withTime />
        </span>
      )}
    </>
  );
}

function PostAddress({ post }: { post: AdminPost }) {
  const { t } = useTranslation('console');
  const address = previewAddress(post, location.origin);
  const isPublic = post.status === 'published';
  return (
    <div>
      <dt>{t(isPublic ? 'posts.publicPage' : 'posts.preview')}</dt>
      <dd>
        <a className="post-address" href={address} target="_blank" rel="noreferrer">
          {readableAddress(address)}
          <ExternalLink size={14} />
        </a>
        <span className="ui-row ui-gap-2 ui-above-1">
          <CopyButton text={address} label={t('postDetail.copy')} />
          <QrButton value={address} label={t('postDetail.qrOf', { title: post.title })} />
        </span>
      </dd>
    </div>
  );
}

function PostComments({ post: { serviceId, contentId } }: { post: AdminPost }) {
  const { t } = useTranslation('console');
  const counts = useCounts(serviceId, contentId);
  const path = contentCommentsPath(serviceId, contentId);
  return (
    <div>
      <dt>{t('function.comment')}</dt>
      <dd>
        <Link to={path}>
          {counts ? t('posts.comments.published', { count: counts.publish }) : t('function.manageComments')}
        </Link>
        {counts !== undefined && counts.unconfirm > 0 && (
          <Link className="post-by" to={`${path}?publishStatus=unconfirm`}>
            {t('posts.comments.waiting', { count: counts.unconfirm })}
          </Link>
        )}
        {counts !== undefined && counts.unpublish > 0 && (
          <Link className="post-by" to={`${path}?publishStatus=unpublish`}>
            {t('posts.comments.unpublished', { count: counts.unpublish })}
          </Link>
        )}
      </dd>
    </div>
  );
}

function useCounts(serviceId: string, contentId: string): StatusCounts | undefined {
  const [counts, setCounts] = useState<StatusCounts>();
  useEffect(() => {
    let isShown = true;
    const request = { params: { serviceId }, query: { contentId } };
    backgroundCall(adminCommentApi.counts, request)
      .then((found) => isShown && setCounts(found))
      .catch(() => isShown && setCounts(undefined));
    return () => {
      isShown = false;
    };
  }, [serviceId, contentId]);
  return counts;
}

/** Hidden for published posts, which need no preview link. */
function PreviewLink({ post }: { post: AdminPost }) {
  const { t } = useTranslation('console');
  const canWrite = isEditor(useActor());
  const revalidator = useRevalidator();
  const { serviceId, postId, status, previewExpiresAt } = post;

  async function renew(): Promise<void> {
    const question = {
      title: t('confirm.title'),
      text: t('posts.previewLink.confirm'),
      action: t('posts.previewLink.renew'),
    };
    if (!(await confirm(question))) return;
    try {
      await consoleCall(postPreviewApi.renewToken, { params: { serviceId, idOrSlug: postId } });
      notifySuccess('posts.previewLink.renewed');
      await revalidator.revalidate();
    } catch (error) {
      notifyFailure(error, 'failure.update');
    }
  }

  if (status === 'published') return null;
  const isOver = new Date(previewExpiresAt) <= new Date();
  return (
    <div>
      <dt>{t('posts.previewLink.name')}</dt>
      <dd>
        {t(isOver ? 'posts.previewLink.ended' : 'posts.previewLink.holds')}{' '}
        <DateTime value={previewExpiresAt} withTime />
        {canWrite && (
          <Button variant="subtle" size="compact-sm" leftSection={<RefreshCw size={14} />} onClick={() => void renew()}>
            {t('posts.previewLink.renew')}
          </Button>
        )}
      </dd>
    </div>
  );
}
