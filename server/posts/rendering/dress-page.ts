import type { Element, ElementContent, Root } from 'hast';
import { toText } from 'hast-util-to-text';
import rehypeHighlight from 'rehype-highlight';
import rehypeSlug from 'rehype-slug';
import type { Preset } from 'unified';
import { SKIP, visit } from 'unist-util-visit';

/** What a safe page gets to be read well: ids for its headings, colours in its code, and room for what is wide. */
export const dressPage: Preset = {
  plugins: [rehypeSlug, [rehypeHighlight, { detect: false }], wideBlocksScroll, imagesLoadLazily, taskBoxesHaveNames],
};

/** Code and tables wider than the page scroll by themselves, by keyboard too. */
function wideBlocksScroll() {
  return (tree: Root) => {
    visit(tree, 'element', (element, index, parent) => {
      if (element.tagName === 'pre') element.properties.tabIndex = 0;
      if (element.tagName !== 'table' || index === undefined || !parent) return;
      const wrapper: Element = {
        type: 'element',
        tagName: 'div',
        properties: { className: ['table-scroll'], tabIndex: 0 },
        children: [element],
      };
      (parent.children as ElementContent[])[index] = wrapper;
      return SKIP;
    });
  };
}

function imagesLoadLazily() {
  return (tree: Root) => {
    visit(tree, 'element', ({ tagName, properties }) => {
      if (tagName === 'img') Object.assign(properties, { loading: 'lazy', decoding: 'async' });
    });
  };
}

/** A box is named by what stands beside it, for those who hear the page. */
function taskBoxesHaveNames() {
  return (tree: Root) => {
    visit(tree, 'element', (item) => {
      if (item.tagName !== 'li' || ![item.properties.className].flat().includes('task-list-item')) return;
      visit(item, 'element', (box) => {
        if (box.tagName === 'li' && box !== item) return SKIP;
        if (box.tagName === 'input') box.properties.ariaLabel = toText(item).trim().split('\n', 1)[0] ?? '';
        return undefined;
      });
    });
  };
}
