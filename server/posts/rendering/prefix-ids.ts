import type { Properties, Root } from 'hast';
import { visit } from 'unist-util-visit';
import { ID_PREFIX } from './allow-list.ts';

const REFERENCES = ['ariaDescribedBy', 'ariaLabelledBy', 'headers'] as const;

/** Puts the prefix before the ids that authors wrote, and before what refers to them. */
export function prefixIds() {
  return (tree: Root) => {
    const ids = new Set<string>();
    visit(tree, 'element', ({ properties }) => {
      if (properties.id === undefined) return;
      properties.id = prefixed(String(properties.id));
      ids.add(properties.id);
    });
    visit(tree, 'element', ({ properties }) => {
      for (const name of REFERENCES) prefixReferences(properties, name);
      prefixLink(properties, ids);
    });
  };
}

function prefixed(id: string): string {
  return id.startsWith(ID_PREFIX) ? id : `${ID_PREFIX}${id}`;
}

function prefixReferences(properties: Properties, name: (typeof REFERENCES)[number]): void {
  if (properties[name] === undefined) return;
  properties[name] = [properties[name]].flat().map((id) => prefixed(String(id)));
}

/** Links inside the post follow their targets. */
function prefixLink(properties: Properties, ids: ReadonlySet<string>): void {
  const { href } = properties;
  if (typeof href !== 'string' || !href.startsWith('#')) return;
  const target = prefixed(decode(href.slice(1)));
  if (ids.has(target)) properties.href = `#${target}`;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
