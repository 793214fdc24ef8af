import type { Root } from 'hast';
import rehypeSanitize from 'rehype-sanitize';
import type { Preset } from 'unified';
import { visit } from 'unist-util-visit';
import { readersAllowList } from './allow-list.ts';
import { mendOldMarkup } from './mend-old-markup.ts';
import { prefixIds } from './prefix-ids.ts';
import { safeStyles } from './safe-styles.ts';

/** Makes a page for readers of whatever was written, in any format. */
export const safeForReaders: Preset = {
  plugins: [mendOldMarkup, [rehypeSanitize, readersAllowList], safeStyles, prefixIds, linksKeepTheirPage],
};

/** Whoever opens a page beside this one gets no hold of this one. */
function linksKeepTheirPage() {
  return (tree: Root) => {
    visit(tree, 'element', ({ tagName, properties }) => {
      if (tagName !== 'a' || properties.target === undefined) return;
      const rel = [properties.rel ?? []].flat().map(String);
      properties.rel = [...new Set([...rel, 'noopener'])];
    });
  };
}
