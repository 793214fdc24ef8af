import type { Element, Root } from 'hast';
import { visit } from 'unist-util-visit';

type Values = Readonly<Record<string, RegExp>>;

const everywhere: Values = {
  'text-align': /^(?:left|right|center|justify|start|end)$/,
  'font-weight': /^(?:normal|bold|bolder|lighter|[1-9]00)$/,
  'font-style': /^(?:normal|italic|oblique)$/,
  'text-decoration': /^(?:underline|line-through)$/,
};

const sizes: Values = { width: /^(?:\d{1,4}(?:\.\d{1,3})?px|(?:100|\d{1,2}(?:\.\d{1,3})?)%)$/ };
const shares: Values = { width: /^(?:100|\d{1,2}(?:\.\d{1,3})?)%$/ };
const rows: Values = { 'vertical-align': /^(?:top|middle|bottom|baseline)$/ };
const cells: Values = { ...sizes, ...rows };
const lists: Values = {
  'list-style-type':
    /^(?:none|disc|circle|square|decimal|(?:lower|upper)-(?:alpha|latin|roman)|lower-greek|hiragana|katakana|cjk-decimal)$/,
};

/** Further allowed styles by element. None of them can move an element over the rest of the page. */
const byElement: Readonly<Record<string, Values>> = {
  ...{ img: sizes, video: sizes, table: shares, figure: shares },
  ...{ col: cells, colgroup: cells, td: cells, th: cells, tr: rows },
  ...{ ul: lists, ol: lists, li: lists },
};

export function safeStyles() {
  return (tree: Root) => {
    visit(tree, 'element', (element) => {
      const { style } = element.properties;
      if (style === undefined) return;
      const safe = typeof style === 'string' ? safeStyle(element, style) : '';
      if (safe === '') delete element.properties.style;
      else element.properties.style = safe;
    });
  };
}

function safeStyle({ tagName }: Element, style: string): string {
  const kept = new Map<string, string>();
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration
      .slice(colon + 1)
      .replace(/!important\s*$/i, '')
      .trim()
      .toLowerCase();
    if (isSafe(tagName, property, value)) kept.set(property, value);
  }
  return [...kept].map(([property, value]) => `${property}: ${value}`).join('; ');
}

function isSafe(tagName: string, property: string, value: string): boolean {
  const own = Object.hasOwn(byElement, tagName) ? byElement[tagName] : undefined;
  for (const values of [everywhere, own]) {
    if (values && Object.hasOwn(values, property) && values[property]?.test(value)) return true;
  }
  return false;
}
