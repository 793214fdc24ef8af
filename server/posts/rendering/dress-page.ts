import type { Element, ElementContent, Root } from 'hast';
import { toText } from 'hast-util-to-text';
import rehypeHighlight from 'rehype-highlight';
import type { Preset } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import type { Language } from '#contract/site-config.ts';
import { joinJapaneseLines } from './join-japanese-lines.ts';
import { uniqueIds } from './unique-ids.ts';

const aliases = { xml: ['vue', 'svelte', 'astro'], markdown: ['mdx'], scss: ['sass'], ini: ['env', 'dotenv'] };

const colours = rehypeHighlight({ detect: false, aliases });

export function decoratePage(language: Language): Preset {
  return {
    plugins: [
      ...[uniqueIds, () => colours, joinJapaneseLines],
      [wideBlocksScroll, tableNames[language]],
      ...[imagesLoadLazily, taskBoxesHaveNames],
    ],
  };
}

const tableNames = { en: (number: number) => `Table ${number}`, ja: (number: number) => `表 ${number}` };

/** Makes code and tables scrollable, also by keyboard. Each table is wrapped in a region with a unique name. */
function wideBlocksScroll(nameOf: (number: number) => string) {
  return (tree: Root) => {
    const names = new Set<string>();
    visit(tree, 'element', (element, index, parent) => {
      if (element.tagName === 'pre') element.properties.tabIndex = 0;
      if (element.tagName !== 'table' || index === undefined || !parent) return;
      const caption = captionOf(element);
      const name = caption !== '' && !names.has(caption) ? caption : nameOf(names.size + 1);
      names.add(name);
      const wrapper: Element = {
        type: 'element',
        tagName: 'div',
        properties: { className: ['table-scroll'], role: 'region', ariaLabel: name, tabIndex: 0 },
        children: [element],
      };
      (parent.children as ElementContent[])[index] = wrapper;
      return SKIP;
    });
  };
}

const MAX_NAME = 200;

function captionOf(table: Element): string {
  const caption = table.children.find((child) => child.type === 'element' && child.tagName === 'caption');
  return caption ? [...toText(caption).replace(/\s+/g, ' ').trim()].slice(0, MAX_NAME).join('') : '';
}

function imagesLoadLazily() {
  return (tree: Root) => {
    visit(tree, 'element', ({ tagName, properties }) => {
      if (tagName === 'img') Object.assign(properties, { loading: 'lazy', decoding: 'async' });
    });
  };
}

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
