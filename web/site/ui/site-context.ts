import { createContext, use } from 'react';
import type { VoteType } from '#contract/votes.ts';

/** What every page of the site knows of it. */
export interface Site {
  readonly siteName: string;
  /** The image that stands for the site, or nothing where the name does. */
  readonly logoUrl: string;
  /** The address readers use, without a slash at the end. */
  readonly origin: string;
  /** Milliseconds after which a loading display gives up. */
  readonly loadingMaxDuration: number;
  /** Under which the browser keeps who is signed in. */
  readonly userPoolClientId: string;
  /** What readers may say of a post or a comment by pressing a button. */
  readonly voteTypes: readonly VoteType[];
}

/** The product as it comes; a page that could not even ask for the site's name still has one. */
export const PRODUCT: Site = {
  siteName: 'Kawaraban',
  logoUrl: '',
  origin: '',
  loadingMaxDuration: 30_000,
  userPoolClientId: '',
  voteTypes: [],
};

export const SiteContext = createContext<Site>(PRODUCT);

export function useSite(): Site {
  return use(SiteContext);
}
