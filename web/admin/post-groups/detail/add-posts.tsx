import { Button, Modal, TextInput } from '@mantine/core';
import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AnyPost, MAX_ANY_POSTS } from '#contract/admin-search.ts';
import { MAX_POSTS_OF_GROUP } from '#contract/post-groups.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { PostStatusBadges } from '../../posts/post-status.tsx';
import { type FoundPosts, useFoundPosts } from '../../posts/use-found-posts.ts';
import { Time } from '../../ui/facts.tsx';

interface AddPostsProps {
  readonly serviceId: string;
  readonly memberIds: ReadonlySet<string>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onAdd: (post: AnyPost) => Promise<void>;
}

export function AddPosts({ isOpen, onClose, ...search }: AddPostsProps) {
  const { t } = useTranslation('console');
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('groups.detail.add')} size="lg">
      <PostSearch {...search} />
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          {t('action.close')}
        </Button>
      </div>
    </Modal>
  );
}

function PostSearch({ serviceId, memberIds, onAdd }: Omit<AddPostsProps, 'isOpen' | 'onClose'>) {
  const { t } = useTranslation('console');
  const [words, setWords] = useState('');
  const found = useFoundPosts(words, { service: serviceId, count: MAX_ANY_POSTS });
  const isFull = memberIds.size >= MAX_POSTS_OF_GROUP;
  return (
    <div className="ui-column ui-gap-3 ui-below-4">
      <TextInput
        type="search"
        label={t('groups.detail.search')}
        description={t('groups.detail.searchHelp')}
        value={words}
        onChange={({ target }) => setWords(target.value)}
        data-autofocus
      />
      <p className="ui-note" role="status">
        {isFull ? t('groups.detail.full', { max: MAX_POSTS_OF_GROUP }) : <FoundState found={found} words={words} />}
      </p>
      <ul className="add-posts-found">
        {found.posts?.map((post) => (
          <li key={post.postId}>
            <div className="group-post ui-grid ui-gap-1">
              <span lang={contentLanguage(post.title)}>{post.title}</span>
              <span className="group-post-state ui-row ui-middle ui-gap-1-3">
                <PostStatusBadges post={{ ...post, effectiveAt: null }} />
                {post.publishAt !== null && (
                  <span className="record-time">
                    <Time value={post.publishAt} isShort />
                  </span>
                )}
              </span>
            </div>
            <AddButton post={post} isIn={memberIds.has(post.postId)} isFull={isFull} onAdd={onAdd} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function FoundState({ found: { posts, state }, words }: { found: FoundPosts; words: string }) {
  const { t } = useTranslation('console');
  if (state === 'failed') return t('groups.detail.searchFailed');
  if (!posts) return t('groups.detail.searching');
  if (posts.length === 0) return t('groups.detail.nothingFound');
  return words.trim() === '' ? t('groups.detail.newest') : t('groups.detail.found', { count: posts.length });
}

interface AddButtonProps extends Pick<AddPostsProps, 'onAdd'> {
  readonly post: AnyPost;
  readonly isIn: boolean;
  readonly isFull: boolean;
}

/** Stays focusable after adding: `aria-disabled` instead of `disabled` keeps the focus. */
function AddButton({ post, isIn, isFull, onAdd }: AddButtonProps) {
  const { t } = useTranslation('console');
  const { title } = post;
  const Icon = isIn ? Check : Plus;
  return (
    <Button
      variant={isIn ? 'subtle' : 'default'}
      size="compact-md"
      leftSection={<Icon />}
      aria-label={isIn ? `${t('groups.detail.isIn')} ${title}` : t('groups.detail.addOne', { title })}
      aria-disabled={isIn || isFull || undefined}
      onClick={() => {
        if (!isIn && !isFull) void onAdd(post);
      }}
    >
      {t(isIn ? 'groups.detail.isIn' : 'groups.detail.addAction')}
    </Button>
  );
}
