import Bowser from 'bowser';

export interface BrowserNames {
  readonly browser: string | undefined;
  readonly system: string | undefined;
}

export function describeBrowser(userAgent: string | null): BrowserNames {
  if (userAgent === null || userAgent === '') return { browser: undefined, system: undefined };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: browser.name || undefined, system: os.name || undefined };
}
