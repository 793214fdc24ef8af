import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { Accent } from '#contract/accent.ts';
import { postsPath } from '#contract/page-paths.ts';
import { HOME_PATH } from '../../paths/site.ts';
import { type Site, useSite } from '../ui/site-context.ts';
import type { ServiceData } from './load-service.server.ts';

/** Route id, derived from the path in `web/routes.ts`. */
export const SERVICE_LAYOUT = 'site/service/service-layout.route';

const ERROR_PAGE = 'site/errors/error.route';

interface ErrorPageData {
  readonly service?: ServiceData | undefined;
}

/** Service of a page, or of the address that an error page stands for. */
export function serviceIn(loaderData: Readonly<Record<string, unknown>>): ServiceData | undefined {
  const ofPage = loaderData[SERVICE_LAYOUT] as ServiceData | undefined;
  return ofPage ?? (loaderData[ERROR_PAGE] as ErrorPageData | undefined)?.service;
}

const ServiceWithPreview = createContext<ServiceData | undefined>(undefined);

export function useService(): ServiceData | undefined {
  const stored = {
    [SERVICE_LAYOUT]: useRouteLoaderData(SERVICE_LAYOUT),
    [ERROR_PAGE]: useRouteLoaderData(ERROR_PAGE),
  };
  return use(ServiceWithPreview) ?? serviceIn(stored);
}

export interface Publication extends Pick<Site, 'siteName' | 'logoUrl' | 'origin'> {
  readonly darkLogoUrl?: string | undefined;
  readonly homePath: string;
}

const ServiceAsPublication = createContext<Publication | undefined>(undefined);

function useSentPreview(): Partial<ServiceData> | undefined {
  const [preview, setPreview] = useState<Partial<ServiceData>>();
  useEffect(() => {
    if (window.parent === window) return;
    const receiving = import('../../ui/framed-preview.ts').then(({ receivePreview }) => receivePreview(setPreview));
    return () => void receiving.then((stop) => stop());
  }, []);
  return preview;
}

/** The console's preview shows the settings of its form instead of the stored ones. */
export function PublicationProvider({ children }: { children: ReactNode }) {
  const site = useSite();
  const stored = useService();
  const preview = useSentPreview();
  const service = stored && preview ? { ...stored, ...preview } : stored;
  return (
    <ServiceWithPreview value={service}>
      <ServiceAsPublication value={service && toPublication(service, site)}>{children}</ServiceAsPublication>
    </ServiceWithPreview>
  );
}

function toPublication({ serviceId, label, logoUrl, darkLogoUrl }: ServiceData, site: Site): Publication {
  const logoOfSite = label === site.siteName ? site.logoUrl : '';
  const look = { siteName: label, logoUrl: logoUrl || logoOfSite, darkLogoUrl };
  return { ...look, origin: site.origin, homePath: postsPath(serviceId) };
}

/** Publisher for readers: the service on its own pages, the site on all others. */
export function usePublication(): Publication {
  const { siteName, logoUrl, origin } = useSite();
  return use(ServiceAsPublication) ?? { siteName, logoUrl, origin, homePath: HOME_PATH };
}

/** `light-dark()` follows the color scheme, like the values in `tokens.css`; text on the accent uses `--paper`. */
export function accentStyle({ light, dark }: Accent): Readonly<Record<`--${string}`, string>> {
  const color = `light-dark(${light}, ${dark})`;
  return { '--accent': color, '--vermilion': color };
}

const FONT_STYLES = {
  serif: '--font-text: var(--font-title);',
  sans: '--font-title: var(--font-text);',
} as const;

export function ServiceStyle() {
  const { accent, fonts = 'system' } = useService() ?? {};
  return (
    <>
      <PageAccent accent={accent} />
      {fonts !== 'system' && <style>{`:root, [lang] { ${FONT_STYLES[fonts]} }`}</style>}
    </>
  );
}

/** Renders before the elements below it, so that they are painted with the accent color. */
export function PageAccent({ accent }: { accent: Accent | undefined }) {
  if (!accent) return null;
  const declarations = Object.entries(accentStyle(accent)).map(([name, value]) => `${name}: ${value};`);
  return <style>{`:root { ${declarations.join(' ')} }`}</style>;
}
