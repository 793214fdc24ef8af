import type { Language } from '#contract/site-config.ts';

/** What is told of a list of posts, in whichever format; every address is whole. */
export interface Feed {
  readonly title: string;
  readonly description: string;
  /** The page for people. */
  readonly pageUrl: string;
  /** The feed itself. */
  readonly selfUrl: string;
  readonly siteName: string;
  readonly siteUrl: string;
  readonly logoUrl: string | undefined;
  readonly language: Language | undefined;
  readonly updatedAt: string;
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry {
  /** The same for ever, whatever becomes of the post's address and of the site's. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  /** Plain text. */
  readonly summary: string;
  /** The whole text; absent where there is none, or where it would make the feed too long. */
  readonly html: string | undefined;
  readonly author: string;
  readonly language: Language | undefined;
  readonly publishedAt: string;
  readonly updatedAt: string;
  /** The names of its category and its tags. */
  readonly labels: readonly string[];
  readonly picture: FeedPicture | undefined;
}

export interface FeedPicture {
  readonly url: string;
  readonly mimeType: string;
  /** In bytes. */
  readonly size: number;
}

export const GENERATOR = 'Kawaraban';
