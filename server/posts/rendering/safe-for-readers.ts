import type { Root } from 'hast';
import rehypeSanitize from 'rehype-sanitize';
import rehypeSlug from 'rehype-slug';
import type { Preset } from 'unified';
import { visit } from 'unist-util-visit';
import { readersAllowList, textAllowList } from './allow-list.ts';
import { normalizeLegacyHtml } from './mend-old-markup.ts';
import { prefixIds } from './prefix-ids.ts';
import { safeStyles } from './safe-styles.ts';

export const safeForReaders: Preset = {
  plugins: [normalizeLegacyHtml, [rehypeSanitize, readersAllowList], safeStyles, rehypeSlug, prefixIds, tidyAttributes],
};

export const safeTextForReaders: Preset = {
  plugins: [normalizeLegacyHtml, [rehypeSanitize, textAllowList], tidyAttributes],
};

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
