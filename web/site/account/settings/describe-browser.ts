import Bowser from 'bowser';

export interface BrowserNames {
  readonly browser: string | undefined;
  readonly system: string | undefined;
}

/** What a browser calls itself, and the system it runs on, as far as either can be told. */
export function describeBrowser(userAgent: string | null): BrowserNames {
  if (userAgent === null || userAgent === '') return { browser: undefined, system: undefined };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: browser.name || undefined, system: os.name || undefined };
}
