import type { Root } from 'hast';
import { visitElements } from './visit-elements.ts';

const HEADING = /^h[1-6]$/;
const ID_IN_BRACES = /\s*\{#([a-z0-9][a-z0-9-]*)\}\s*$/i;

/** Turns `## Title {#id}` into a heading with that id, so that links survive a translation of the title. */
export function headingIdsFromBraces() {
  return (tree: Root) => {
    visitElements(tree, (element) => {
      if (!HEADING.test(element.tagName)) return;
      const last = element.children.at(-1);
      if (last?.type !== 'text') return;
      const id = ID_IN_BRACES.exec(last.value)?.[1];
      if (id === undefined) return;
      last.value = last.value.replace(ID_IN_BRACES, '');
      element.properties.id = id;
    });
  };
}

export function languagesBeforeBraces() {
  return (tree: Root) => {
    visitElements(tree, ({ tagName, properties }) => {
      if (tagName !== 'code' || !Array.isArray(properties.className)) return;
      properties.className = properties.className.map((name) => String(name).replace(/^(language-[^{]+)\{.*$/, '$1'));
    });
  };
}
