import { Button } from '@mantine/core';
import { MessagesSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ListedContent } from '#contract/service-contents.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { contentCommentsPath } from '../comments/comment-paths.ts';
import { postPath } from '../posts/post-paths.ts';

export interface ContentBoxProps {
  readonly content: ListedContent;
  readonly canWrite: boolean;
  readonly onChange: () => void;
  readonly onDelete: (button: HTMLElement) => void;
}

export function ContentBox({ content, canWrite, onChange, onDelete }: ContentBoxProps) {
  const { t } = useTranslation('console');
  const { serviceId, contentId, commentDefaultPublishStatus, post } = content;
  return (
    <li className="content-box">
      <div className="content-box-head">
        <h3>{contentId}</h3>
        {canWrite && (
          <Button
            variant="subtle"
            color="vermilion"
            size="compact-sm"
            aria-label={t('contents.deleteOne', { contentId })}
            onClick={({ currentTarget }) => onDelete(currentTarget)}
          >
            {t('action.delete')}
          </Button>
        )}
      </div>
      {post && (
        <p className="content-box-post">
          {t('contents.postOf')}{' '}
          <Link to={postPath(serviceId, post.postId)} lang={contentLanguage(post.title)}>
            {post.title}
          </Link>
        </p>
      )}
      <p className="content-box-status">
        <span>{t('contents.statusIs', { status: t(`services.status.${commentDefaultPublishStatus}`) })}</span>
        {canWrite && (
          <Button
            variant="default"
            size="compact-sm"
            aria-haspopup="dialog"
            aria-label={t('contents.changeOne', { contentId })}
            onClick={onChange}
          >
            {t('contents.change')}
          </Button>
        )}
      </p>
      <Link className="content-box-comments" to={contentCommentsPath(serviceId, contentId)}>
        <MessagesSquare size={16} aria-hidden="true" />
        {t('contents.comments')}
        <span className="sr-only">{contentId}</span>
      </Link>
    </li>
  );
}
