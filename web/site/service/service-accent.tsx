import type { Accent } from '../../ui/accent.ts';
import { useService } from './service-context.ts';
import './service-accent.css';

/**
 * What a service's colour takes the place of, as custom properties of a style. Both values follow the colour scheme
 * as those in `tokens.css` do; text on the colour is `--paper`.
 */
export function accentStyle({ light, dark }: Accent): Readonly<Record<`--${string}`, string>> {
  const color = `light-dark(${light}, ${dark})`;
  return { '--accent': color, '--vermilion': color };
}

/** Gives a page of a service its colour. */
export function ServiceAccent() {
  return <PageAccent accent={useService()?.accent} />;
}

/** Gives the whole page a colour, before anything that comes after it is painted. */
export function PageAccent({ accent }: { accent: Accent | undefined }) {
  if (!accent) return null;
  const declarations = Object.entries(accentStyle(accent)).map(([name, value]) => `${name}: ${value};`);
  return <style>{`:root { ${declarations.join(' ')} }`}</style>;
}
