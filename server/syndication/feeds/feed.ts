import type { Language } from '#contract/site-config.ts';

export interface Feed {
  readonly title: string;
  readonly description: string;
  readonly pageUrl: string;
  readonly selfUrl: string;
  readonly siteName: string;
  readonly siteUrl: string;
  readonly logoUrl: string | undefined;
  readonly language: Language | undefined;
  readonly updatedAt: string;
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry {
  /** Stable even when the URL of the post or site changes. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  /** Full content; undefined without one, or when it exceeds the size limit of the feed. */
  readonly html: string | undefined;
  readonly author: string;
  readonly language: Language | undefined;
  readonly publishedAt: string;
  readonly updatedAt: string;
  readonly labels: readonly string[];
  readonly picture: FeedPicture | undefined;
}

export interface FeedPicture {
  readonly url: string;
  readonly mimeType: string;
  readonly size: number;
}

export const GENERATOR = 'Kawaraban';
