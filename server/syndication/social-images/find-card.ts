import { cardPath, cardVersion } from '#contract/cards.ts';
import { PRODUCT_NAME } from '#contract/product-name.ts';
import type { PublicService } from '#contract/services.ts';
import type { Database } from '../../database/connect.ts';
import { notFound, Redirect } from '../../http/errors.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import { findSlugRedirect, isVisible } from '../../posts/index.ts';
import { findPublicService } from '../../services/index.ts';
import { type CardPost, findCardPost } from './card.repository.ts';
import type { Card } from './drawing/draw-card.ts';

export interface CardFinderTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly config: { readonly site: { readonly siteName: string; readonly logoUrls: { readonly site: string } } };
}

export interface FoundCard {
  readonly card: Card;
  readonly serviceId: string;
  readonly of: string;
  /** Current value of the query parameter `v` of a post's card. */
  readonly version?: string;
}

const OF_SERVICE = 'service';
const PATH = /^(?<serviceId>[0-9a-z-]{1,128})(?:\/(?<slug>[0-9a-zA-Z_-]{1,128}))?\.png$/;

/**
 * @throws {HttpError} 404 for what visitors cannot see
 * @throws {Redirect} for a former slug
 */
export async function findCard(tools: CardFinderTools, path: string): Promise<FoundCard> {
  const requested = PATH.exec(path)?.groups;
  const service = requested?.serviceId && (await findPublicService(tools.database.reader, requested.serviceId));
  if (!service) throw notFound();
  const { serviceId } = service;
  const design = designOf(tools, service);
  if (requested.slug === undefined) {
    const { siteName } = tools.config.site;
    const card = { ...design, title: service.label, detail: service.description ?? '', publisher: siteName };
    return { card, serviceId, of: OF_SERVICE };
  }
  const post = await findVisiblePost(tools, serviceId, requested.slug);
  return {
    card: { ...design, title: post.title, detail: '', publisher: service.label },
    serviceId,
    of: post.postId,
    version: versionOf(post),
  };
}

function designOf({ config }: CardFinderTools, { accentColor = '' }: PublicService) {
  const { siteName, logoUrls } = config.site;
  return { accentColor, hasSeal: siteName === PRODUCT_NAME && logoUrls.site === '' };
}

async function findVisiblePost(
  { database, clock }: CardFinderTools,
  serviceId: string,
  slug: string,
): Promise<CardPost> {
  const now = toInstant(clock.now());
  const post = await findCardPost(database.reader, serviceId, slug);
  if (post && isVisible(post, now)) return post;
  const moved = post ? undefined : await findSlugRedirect(database.reader, serviceId, slug);
  throw moved && isVisible(moved, now) ? new Redirect(cardPath({ serviceId, slug: moved.slug })) : notFound();
}

function versionOf({ createdAt, updatedAt }: CardPost): string {
  return cardVersion({ createdAt, ...(updatedAt !== null && { updatedAt }) });
}
