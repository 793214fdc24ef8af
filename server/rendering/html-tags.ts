/** Position in rendered HTML. The functions here parse output of the render pipeline only, not arbitrary HTML. */

export interface Period {
  readonly at: number;
  readonly end: number;
}

export interface Tag extends Period {
  readonly name: string;
  readonly attributes: string;
  readonly isClosing: boolean;
}

/**
 * Matches tags as the pipeline serializes them: attribute values are in double quotes and contain none, and every `<`
 * in text is escaped.
 */
const TAG = /<\/?([a-z][a-z0-9]*)((?: [^\s"=<>/]+(?:="[^"]*")?)*)>/y;

/** Yields tags up to the first `<` that the pipeline did not write. */
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

/** Values stay escaped; attributes without a value map to undefined. */
export function readAttributes(attributes: string): Map<string, string | undefined> {
  return new Map(
    [...attributes.matchAll(/ ([^\s"=<>/]+)(?:="([^"]*)")?/g)].map(([, name = '', value]) => [name, value]),
  );
}
