/** Reads a page that the product has made of a body: its elements and attributes are written in one way alone. */

export interface Stretch {
  readonly at: number;
  readonly end: number;
}

export interface Tag extends Stretch {
  readonly name: string;
  readonly attributes: string;
  readonly isClosing: boolean;
}

/**
 * Every element and closing of one, as we write them: quotes around every value, and none of them within. What stands
 * between is text, in which every `<` is written in another way.
 */
const TAG = /<\/?([a-z][a-z0-9]*)((?: [^\s"=<>/]+(?:="[^"]*")?)*)>/y;

/** The tags of a page, up to the first `<` that is none of our making. */
export function* tagsIn(html: string): Generator<Tag> {
  let end = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', end)) {
    TAG.lastIndex = at;
    const [tag, name, attributes = ''] = TAG.exec(html) ?? [];
    if (tag === undefined || name === undefined) return;
    end = TAG.lastIndex;
    yield { name, attributes, at, end, isClosing: tag.startsWith('</') };
  }
}

/** As they are written; those without a value have none. */
export function readAttributes(attributes: string): Map<string, string | undefined> {
  return new Map(
    [...attributes.matchAll(/ ([^\s"=<>/]+)(?:="([^"]*)")?/g)].map(([, name = '', value]) => [name, value]),
  );
}
