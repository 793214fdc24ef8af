import type { Root } from 'hast';
import { visit } from 'unist-util-visit';

const HEADING = /^h[1-6]$/;

/** Makes ids unique: a duplicate of a heading gets a numbered id, other duplicates lose theirs. */
export function uniqueIds() {
  return (tree: Root) => {
    const taken = new Set<string>();
    const free = nameGiver(taken);
    visit(tree, 'element', ({ tagName, properties }) => {
      if (typeof properties.id !== 'string') return;
      if (!taken.has(properties.id)) taken.add(properties.id);
      else if (HEADING.test(tagName)) properties.id = free(properties.id);
      else delete properties.id;
    });
  };
}

function nameGiver(taken: Set<string>): (id: string) => string {
  const numbers = new Map<string, number>();
  return (id) => {
    let name = id;
    while (taken.has(name)) {
      const number = (numbers.get(id) ?? 0) + 1;
      numbers.set(id, number);
      name = `${id}-${number}`;
    }
    taken.add(name);
    return name;
  };
}
