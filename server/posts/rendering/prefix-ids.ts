import type { Element, Properties, Root } from 'hast';
import { visit } from 'unist-util-visit';
import { ID_PREFIX } from './allow-list.ts';

const REFERENCES = ['ariaDescribedBy', 'ariaLabelledBy', 'headers'] as const;
const HEADING = /^h[1-6]$/;

/** Ids used by the pages that show posts, by React and Mantine, and by the reCAPTCHA script. */
const TAKEN =
  /[:«»]|^_|^comment-(?:form|[0-9a-z]{26})(?:-|$)|^votes(?:-|$)|^(?:mantine|console|post-body|body-editor)-|^(?:comments|post-(?:images|files|thumbnail)|grecaptcha)$/i;
/** Browsers expose each id as a property of window: `<a id="config">` becomes `window.config` (DOM clobbering). */
const VARIABLE = /^[a-z_$][\w$]*$/i;

/** Prefixes ids that could clash with those of pages or scripts, and updates references and links to them. */
export function prefixIds() {
  return (tree: Root) => {
    const ids = new Map<string, string>();
    visit(tree, 'element', (element) => {
      const { id } = element.properties;
      const written = String(id ?? '');
      if (written === '') {
        delete element.properties.id;
        return;
      }
      element.properties.id = isFree(written, element) ? written : prefixed(written);
      if (!ids.has(written)) ids.set(written, element.properties.id);
    });
    visit(tree, 'element', ({ properties }) => {
      for (const name of REFERENCES) followReferences(properties, name, ids);
      followLink(properties, ids);
    });
  };
}

function isFree(id: string, { tagName }: Element): boolean {
  return !TAKEN.test(id) && (HEADING.test(tagName) || !VARIABLE.test(id));
}

function prefixed(id: string): string {
  return id.startsWith(ID_PREFIX) ? id : `${ID_PREFIX}${id}`;
}

function followReferences(
  properties: Properties,
  name: (typeof REFERENCES)[number],
  ids: ReadonlyMap<string, string>,
): void {
  if (properties[name] === undefined) return;
  properties[name] = [properties[name]].flat().map((id) => ids.get(String(id)) ?? prefixed(String(id)));
}

function followLink(properties: Properties, ids: ReadonlyMap<string, string>): void {
  const { href } = properties;
  if (typeof href !== 'string' || !href.startsWith('#')) return;
  const written = href.slice(1);
  const target = ids.get(written) ?? ids.get(decode(written)) ?? ids.get(prefixed(decode(written)));
  if (target !== undefined && target !== decode(written)) properties.href = `#${target}`;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
