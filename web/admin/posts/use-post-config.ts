import { useEffect, useState } from 'react';
import type { SiteConfig } from '#contract/site-config.ts';
import { consoleConfig } from '../../session/console-config.ts';

/** Returns undefined until the configuration is loaded, and when loading fails. */
export function usePostConfig(): SiteConfig['post'] | undefined {
  const [config, setConfig] = useState<SiteConfig['post']>();
  useEffect(() => {
    consoleConfig().then(
      ({ post }) => setConfig(post),
      () => {},
    );
  }, []);
  return config;
}
