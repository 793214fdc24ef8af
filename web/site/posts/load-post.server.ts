import type { RouterContextProvider } from 'react-router';
import { type BodyFormat, type PublicPost, postApi } from '#contract/posts.ts';
import type { Language } from '#contract/site-config.ts';
import { pageCall } from '../../api/page-api.server.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { loadServiceLabel } from './load-post-list.server.ts';
import { type PostMedia, toPostMedia } from './post-media.ts';
import { type CategoryLink, toCategoryLink } from './post-summary.ts';
import type { HiddenStatus } from './preview-notice.tsx';

export interface PostData {
  readonly serviceId: string;
  readonly serviceLabel: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly author: string;
  readonly publishedAt: string;
  readonly updatedAt: string | undefined;
  /** Safe HTML, made by the server. */
  readonly bodyHtml: string;
  readonly bodyFormat: BodyFormat | undefined;
  readonly language: Language | undefined;
  /** From the top down to the post's own. */
  readonly categories: readonly CategoryLink[];
  readonly tags: readonly string[];
  readonly media: PostMedia;
  /** Set where readers do not see the post. */
  readonly hidden: HiddenStatus | undefined;
  /** Whether its address holds a preview token, and is for no search engine. */
  readonly isPreview: boolean;
}

/** A post by its address, or by one that it had before; with a preview token also one that is not published. */
export async function loadPost(
  context: Readonly<RouterContextProvider>,
  { token, ...params }: { serviceId: string; slug: string; token: string | undefined },
): Promise<PostData> {
  const [post, serviceLabel] = await Promise.all([
    pageCall(context)(postApi.find, { params, query: { token } }),
    loadServiceLabel(context, params.serviceId),
  ]);
  const { serviceId, slug, title, author = '', bodyHtml = '', bodyFormat, category, tags = [], status } = post;
  return {
    ...{ serviceId, serviceLabel, slug, title, author, bodyHtml, bodyFormat },
    description: post.description ?? post.excerpt ?? '',
    publishedAt: post.effectiveAt ?? post.publishAt ?? post.createdAt,
    updatedAt: laterDay(post),
    language: contentLanguage(`${title} ${post.excerpt ?? post.bodyText ?? ''}`),
    categories: category ? [...(category.parents ?? []), category].map(toCategoryLink) : [],
    tags: tags.map(({ label }) => label),
    media: toPostMedia(post),
    hidden: status === 'published' ? undefined : status,
    isPreview: token !== undefined,
  };
}

/** When the post was changed, if that was not on the day it was published. */
function laterDay({ publishAt, createdAt, updatedAt }: PublicPost): string | undefined {
  const day = (instant: string) => instant.slice(0, 'yyyy-mm-dd'.length);
  return updatedAt !== undefined && day(updatedAt) > day(publishAt ?? createdAt) ? updatedAt : undefined;
}
