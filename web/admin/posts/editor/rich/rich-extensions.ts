import type { Extensions } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { TableKit } from '@tiptap/extension-table';
import { Placeholder } from '@tiptap/extensions';
import { StarterKit } from '@tiptap/starter-kit';
import { Figure, HtmlBlock, HtmlInline } from './html-parts.ts';
import { KeptAttributes, Phrase } from './kept-marks.ts';
import { isSafeLink } from './safe-link.ts';
import { TaskItem, TaskList } from './task-list.ts';

export function richExtensions(placeholder: string): Extensions {
  return [
    StarterKit.configure({
      link: {
        openOnClick: false,
        defaultProtocol: 'https',
        HTMLAttributes: { target: null, rel: null, class: null },
        isAllowedUri: (address) => isSafeLink(address),
      },
      dropcursor: { color: 'var(--indigo)', width: 2 },
      undoRedo: { depth: 500 },
    }),
    SizedImage.configure({ inline: true }),
    TableKit.configure({ table: { resizable: false } }),
    Placeholder.configure({ placeholder }),
    TaskList,
    TaskItem,
    Figure,
    HtmlBlock,
    HtmlInline,
    Phrase,
    KeptAttributes,
  ];
}

const SizedImage = Image.extend({
  addAttributes() {
    return { ...this.parent?.(), srcset: { default: null }, sizes: { default: null } };
  },
});
