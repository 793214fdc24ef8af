import { Extension } from '@tiptap/core';
import { DOMSerializer, type Fragment, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';

/**
 * Slices copied in this page, by the name that the clipboard HTML carries. Pasting them skips cleaning and loses
 * nothing;
 * HTML that merely claims to come from such an editor is cleaned like any other.
 */
const copied = new Map<string, Slice>();
const MAX_COPIED = 5;
const NAME = 'data-copied-part';
const NAMED = new RegExp(`\\b${NAME}="([\\d-]+)"`);

function keep(slice: Slice): string {
  const name = crypto.getRandomValues(new Uint32Array(4)).join('-');
  copied.set(name, slice);
  const [oldest] = copied.keys();
  if (copied.size > MAX_COPIED && oldest !== undefined) copied.delete(oldest);
  return name;
}

export const CopiedParts = Extension.create({
  name: 'copiedParts',
  // Must run before the paste cleaning, which removes the name.
  priority: 1000,
  addProseMirrorPlugins() {
    const { schema } = this.editor;
    let name = '';
    let pasted: Slice | undefined;
    return [
      new Plugin({
        props: {
          transformCopied: (slice) => {
            name = keep(slice);
            return slice;
          },
          clipboardSerializer: new NamingSerializer(DOMSerializer.fromSchema(schema), () => name),
          transformPastedHTML: (html) => {
            pasted = copied.get(NAMED.exec(html)?.[1] ?? '');
            return html;
          },
          transformPasted: (slice) => {
            const own = pasted;
            pasted = undefined;
            if (!own) return slice;
            const isOfThis = own.content.firstChild?.type.schema === schema;
            return isOfThis ? own : Slice.fromJSON(schema, own.toJSON());
          },
        },
      }),
    ];
  },
});

class NamingSerializer extends DOMSerializer {
  readonly #name: () => string;

  constructor({ nodes, marks }: DOMSerializer, name: () => string) {
    super(nodes, marks);
    this.#name = name;
  }

  override serializeFragment(
    fragment: Fragment,
    options?: { document?: Document },
    target?: HTMLElement | DocumentFragment,
  ): HTMLElement | DocumentFragment {
    const made = super.serializeFragment(fragment, options, target);
    // ProseMirror calls this recursively with a target for nested nodes.
    if (!target) made.firstElementChild?.setAttribute(NAME, this.#name());
    return made;
  }
}
