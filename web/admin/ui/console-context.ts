import { createContext, use } from 'react';
import { PRODUCT_NAME } from '#contract/product-name.ts';
import type { SiteConfig } from '#contract/site-config.ts';

export interface Console {
  readonly siteName: string;
  /** Logo image; an empty string shows the site name instead. */
  readonly logoUrl: string;
  /** Milliseconds after which the loading overlay stops covering the page. */
  readonly loadingMaxDuration: number;
  readonly providers: SiteConfig['identity']['providers'];
  readonly hasRecoveryCodes: boolean;
}

/** Defaults, used when the site configuration cannot be loaded. */
export const PRODUCT: Console = {
  siteName: PRODUCT_NAME,
  logoUrl: '',
  loadingMaxDuration: 30_000,
  providers: [],
  hasRecoveryCodes: false,
};

export const ConsoleContext = createContext<Console>(PRODUCT);

export function useConsole(): Console {
  return use(ConsoleContext);
}
