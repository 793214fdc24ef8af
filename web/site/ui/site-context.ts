import { createContext, use } from 'react';
import { PRODUCT_NAME } from '#contract/product-name.ts';
import type { SiteConfig } from '#contract/site-config.ts';
import type { VoteType } from '#contract/votes.ts';
import { useLanguage } from '../../i18n/language.ts';

export interface Site {
  readonly siteName: string;
  readonly logoUrl: string;
  /** Public origin, without a trailing slash. */
  readonly origin: string;
  readonly loadingMaxDuration: number;
  /** Part of the storage keys under which the session is kept. */
  readonly userPoolClientId: string;
  readonly voteTypes: readonly VoteType[];
}

export const PRODUCT: Site = {
  siteName: PRODUCT_NAME,
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

export function useSiteDescription(description: SiteConfig['description']): string {
  const language = useLanguage();
  return description[language] || description.en || description.ja;
}
