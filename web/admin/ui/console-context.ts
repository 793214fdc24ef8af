import { createContext, use } from 'react';
import type { SiteConfig } from '#contract/site-config.ts';

/** What every screen of the console knows of the installation. */
export interface Console {
  readonly siteName: string;
  /** The image that stands for the console, or nothing where the name does. */
  readonly logoUrl: string;
  /** Milliseconds after which a loading display gives up. */
  readonly loadingMaxDuration: number;
  /** Third-party providers that people may sign in with. */
  readonly providers: SiteConfig['identity']['providers'];
  /** Whether a recovery code is taken in place of a one-time code. */
  readonly hasRecoveryCodes: boolean;
}

/** The product as it comes; a screen that could not even ask for the site's name still has one. */
export const PRODUCT: Console = {
  siteName: 'Kawaraban',
  logoUrl: '',
  loadingMaxDuration: 30_000,
  providers: [],
  hasRecoveryCodes: false,
};

export const ConsoleContext = createContext<Console>(PRODUCT);

export function useConsole(): Console {
  return use(ConsoleContext);
}
