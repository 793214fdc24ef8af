import { cardPath, cardVersion } from '#contract/cards.ts';
import type { PublicService } from '#contract/services.ts';
import type { Database } from '../database/connect.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { Moved, notFound } from '../platform/errors.ts';
import { findMovedPost, isVisible } from '../posts/index.ts';
import { findPublicService } from '../services/index.ts';
import { type CardPost, findCardPost } from './card.repository.ts';
import type { Card } from './card.ts';

export interface FindingTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly config: { readonly site: { readonly siteName: string; readonly logoUrls: { readonly site: string } } };
}

export interface FoundCard {
  readonly card: Card;
  readonly serviceId: string;
  /** The id of the post that it is of, or a word that is no id. */
  readonly of: string;
  /** Of posts: what `v` of an address is as long as nothing changes. */
  readonly version?: string;
}

const OF_SERVICE = 'service';
/** The path below `/cards`. */
const PATH = /^(?<serviceId>[0-9a-z-]{1,128})(?:\/(?<slug>[0-9a-zA-Z_-]{1,128}))?\.png$/;

/**
 * What the card of an address shows.
 * @throws {Refusal} with 404 for what readers do not see.
 * @throws {Moved} where a post has another address by now.
 */
export async function findCard(tools: FindingTools, path: string): Promise<FoundCard> {
  const asked = PATH.exec(path)?.groups;
  const service = asked?.serviceId && (await findPublicService(tools.database.reader, asked.serviceId));
  if (!service) throw notFound();
  const { serviceId } = service;
  const look = lookOf(tools, service);
  if (asked.slug === undefined) {
    const card = { ...look, title: service.label, detail: service.description ?? '', heading: '' };
    return { card, serviceId, of: OF_SERVICE };
  }
  const post = await findVisiblePost(tools, serviceId, asked.slug);
  // Where both are called the same it is said once.
  const heading = service.label === look.siteName ? '' : service.label;
  return {
    card: { ...look, title: post.title, detail: '', heading },
    serviceId,
    of: post.postId,
    version: versionOf(post),
  };
}

function lookOf({ config }: FindingTools, { accentColor = '' }: PublicService) {
  const { siteName, logoUrls } = config.site;
  // A site with a logo of its own does not go under the product's seal.
  return { siteName, accentColor, hasSeal: logoUrls.site === '' };
}

async function findVisiblePost({ database, clock }: FindingTools, serviceId: string, slug: string): Promise<CardPost> {
  const now = toInstant(clock.now());
  const post = await findCardPost(database.reader, serviceId, slug);
  if (post && isVisible(post, now)) return post;
  const moved = post ? undefined : await findMovedPost(database.reader, serviceId, slug);
  throw moved && isVisible(moved, now) ? new Moved(cardPath({ serviceId, slug: moved.slug })) : notFound();
}

function versionOf({ createdAt, updatedAt }: CardPost): string {
  return cardVersion({ createdAt, ...(updatedAt !== null && { updatedAt }) });
}
