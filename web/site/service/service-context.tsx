import { useRouteLoaderData } from 'react-router';
import type { Accent } from '../../ui/accent.ts';
import type { ServiceData } from './load-service.server.ts';

/** Route id, derived from the path in `web/routes.ts`. */
const SERVICE_LAYOUT = 'site/service/service-layout.route';

export function useService(): ServiceData | undefined {
  return useRouteLoaderData<ServiceData>(SERVICE_LAYOUT);
}

/** `light-dark()` follows the color scheme, like the values in `tokens.css`; text on the accent uses `--paper`. */
export function accentStyle({ light, dark }: Accent): Readonly<Record<`--${string}`, string>> {
  const color = `light-dark(${light}, ${dark})`;
  return { '--accent': color, '--vermilion': color };
}

export function ServiceAccent() {
  return <PageAccent accent={useService()?.accent} />;
}

/** Renders before the elements below it, so that they are painted with the accent color. */
export function PageAccent({ accent }: { accent: Accent | undefined }) {
  if (!accent) return null;
  const declarations = Object.entries(accentStyle(accent)).map(([name, value]) => `${name}: ${value};`);
  return <style>{`:root { ${declarations.join(' ')} }`}</style>;
}
