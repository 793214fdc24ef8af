import type { Root } from 'hast';
import { visit } from 'unist-util-visit';

const HEADING = /^h[1-6]$/;
const ID_IN_BRACES = /\s*\{#([a-z0-9][a-z0-9-]*)\}\s*$/i;

/** `## Title {#id}` gives the heading that id, so that links keep working when the title is translated. */
export function headingIdsFromBraces() {
  return (tree: Root) => {
    visit(tree, 'element', (element) => {
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

/** ` ```js{1,3} ` is JavaScript; which lines matter is for whoever understands it. */
export function languagesBeforeBraces() {
  return (tree: Root) => {
    visit(tree, 'element', ({ tagName, properties }) => {
      if (tagName !== 'code' || !Array.isArray(properties.className)) return;
      properties.className = properties.className.map((name) => String(name).replace(/^(language-[^{]+)\{.*$/, '$1'));
    });
  };
}
