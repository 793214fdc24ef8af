import { randomInt } from 'node:crypto';
import { fieldMessages } from '#contract/errors.ts';
import { postSlugApi, type SlugSource } from '#contract/post-slugs.ts';
import { isAllowedPostSlug } from '#contract/slugs.ts';
import type { Database, Db } from '../../database/connect.ts';
import { invalid } from '../../http/errors.ts';
import type { Api } from '../../http/implement.ts';
import type { Clock } from '../../platform/clock.ts';
import { isTimeZone } from '../../platform/time-zone.ts';
import { dateSlug } from './date-slug.ts';
import { slugOfTitle } from './slug-of-title.ts';
import { listUsedSlugs } from './slug-redirect.repository.ts';

export interface SlugRequest {
  readonly serviceId: string;
  readonly by: SlugSource;
  readonly title?: string;
  readonly timeZone?: string;
}

export interface ProposalTools {
  readonly clock: Clock;
  readonly autoSlug: {
    readonly isEnabled: boolean;
    readonly format: string;
  };
}

export interface SlugProposal {
  readonly slug: string;
  readonly madeOf: SlugSource;
}

/** Avoids former slugs, too, so that redirects keep working. Falls back from title to date to a random slug. */
export async function proposeSlug(
  db: Db,
  { clock, autoSlug: { format } }: ProposalTools,
  { serviceId, by, title = '', timeZone = 'UTC' }: SlugRequest,
): Promise<SlugProposal> {
  const ofTitle = by === 'title' ? slugOfTitle(title) : undefined;
  const day = by === 'random' ? undefined : dateSlug(clock.now(), { format, timeZone });
  const candidates: SlugProposal[] = [
    ...(ofTitle === undefined ? [] : numbered(ofTitle).map((slug) => ({ slug, madeOf: 'title' as const }))),
    ...(day === undefined ? [] : lettered(day).map((slug) => ({ slug, madeOf: 'date' as const }))),
  ].filter(({ slug }) => isAllowedPostSlug(slug));
  const slugs = candidates.map(({ slug }) => slug);
  const used = await listUsedSlugs(db, serviceId, slugs);
  // A collision of 11 random characters is negligible (55 bits).
  return candidates.find(({ slug }) => !used.has(slug)) ?? { slug: randomSlug(), madeOf: 'random' };
}

const MAX_NUMBER = 20;

function numbered(slug: string): string[] {
  return [slug, ...Array.from({ length: MAX_NUMBER - 1 }, (_, index) => `${slug}-${index + 2}`)];
}

function lettered(slug: string): string[] {
  return [slug, ...[...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `${slug}${letter}`)];
}

const RANDOM_LENGTH = 11;
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

function randomSlug(): string {
  return Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

export function postSlugRoutes(api: Api, { database, ...tools }: ProposalTools & { database: Database }): void {
  api.implement(postSlugApi.propose, async ({ params: { serviceId }, query: { by, title, timeZone } }) => {
    if (!isTimeZone(timeZone)) throw invalid({ timeZone: fieldMessages.invalid });
    return proposeSlug(database.reader, tools, { serviceId, by, title, timeZone });
  });
}
