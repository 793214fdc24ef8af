import type { Root } from 'hast';
import rehypeSanitize from 'rehype-sanitize';
import rehypeSlug from 'rehype-slug';
import type { Preset } from 'unified';
import { visit } from 'unist-util-visit';
import { readersAllowList, textAllowList } from './allow-list.ts';
import { mendOldMarkup } from './mend-old-markup.ts';
import { prefixIds } from './prefix-ids.ts';
import { safeStyles } from './safe-styles.ts';

/** Sanitizes HTML made from any body format. */
export const safeForReaders: Preset = {
  plugins: [mendOldMarkup, [rehypeSanitize, readersAllowList], safeStyles, rehypeSlug, prefixIds, tidyAttributes],
};

/** Sanitizes plain text, in which only links and line breaks are markup. */
export const safeTextForReaders: Preset = {
  plugins: [mendOldMarkup, [rehypeSanitize, textAllowList], tidyAttributes],
};

/** Adds `noopener` to links with a target and removes empty classes. */
function tidyAttributes() {
  return (tree: Root) => {
    visit(tree, 'element', ({ tagName, properties }) => {
      if ([properties.className].flat().join('') === '') delete properties.className;
      if (tagName !== 'a' || properties.target === undefined) return;
      const rel = [properties.rel ?? []].flat().map(String);
      properties.rel = [...new Set([...rel, 'noopener'])];
    });
  };
}
