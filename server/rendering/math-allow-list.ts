import type { Element, Root } from 'hast';
import { toText } from 'hast-util-to-text';
import type { Options as Schema } from 'rehype-sanitize';
import { visitElements } from './visit-elements.ts';

type Attributes = NonNullable<Schema['attributes']>;

/** Elements whose content is text. HTML inside them would be parsed as HTML. */
const TOKENS = ['mi', 'mn', 'mo', 'ms', 'mtext'];

const LAYOUT = [
  ...['mrow', 'mspace', 'mfrac', 'msqrt', 'mroot', 'mstyle', 'merror', 'mpadded', 'mphantom', 'menclose'],
  ...['msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover', 'mmultiscripts', 'mprescripts'],
  ...['mtable', 'mtr', 'mtd'],
];

const inMath = [...TOKENS, ...LAYOUT];

const BOOLEAN = /^(?:true|false)$/;
const LENGTH = /^-?\d{0,2}(?:\.\d{1,5})?(?:em|ex|pt|px)?$/;
function each(names: readonly string[], values: RegExp): Attributes[string] {
  return names.map((name) => [name, values]);
}

const style: Attributes[string] = [
  ['displaystyle', BOOLEAN],
  ['scriptlevel', /^[+-]?\d$/],
  ['mathvariant', 'normal'],
];
const box: Attributes[string] = [...style, ...each(['width', 'height', 'depth'], LENGTH)];
const limits: Attributes[string] = [...style, ...each(['accent', 'accentunder'], BOOLEAN)];

/** MathML Core without links, scripts, foreign content and annotations. */
export const mathAllowList = {
  tagNames: ['math', ...inMath],
  strip: ['annotation', 'annotation-xml'],
  ancestors: Object.fromEntries(inMath.map((name) => [name, ['math']])),
  attributes: {
    ...Object.fromEntries(inMath.map((name) => [name, style])),
    math: [...style, ['display', 'block', 'inline'], 'alttext'],
    mo: [
      ...style,
      ...each(['fence', 'separator', 'stretchy', 'symmetric', 'largeop', 'movablelimits'], BOOLEAN),
      ...each(['lspace', 'rspace', 'minsize', 'maxsize'], LENGTH),
      ['form', 'prefix', 'infix', 'postfix'],
    ],
    mspace: box,
    mpadded: [...box, ['lspace', LENGTH], ['voffset', LENGTH]],
    mfrac: [...style, ['linethickness', LENGTH]],
    munder: limits,
    mover: limits,
    munderover: limits,
    menclose: [...style, ['notation', /^[a-z ]{1,60}$/]],
    mtable: [...style, ['className', 'tml-jot']],
    mtd: [...style, ['className', 'tml-left', 'tml-right'], ['columnspan', /^\d{1,2}$/], ['rowSpan', /^\d{1,2}$/]],
  } satisfies Attributes,
} satisfies Schema;

const CELL = /^(?:0|\d{1,2}(?:\.\d{1,4})?(?:em|pt))$/;

/** Inline styles that Temml writes for what MathML has no attribute for. */
export const mathStyles = {
  mo: { 'math-depth': /^0$/ },
  mrow: { padding: /^3pt$/, border: /^1px solid$/ },
  mtd: { 'padding-left': CELL, 'padding-right': CELL },
};

const NAMES = new Set(inMath);

/**
 * Leaves only MathML and text inside a formula. Browsers parse other elements there by different rules, depending on
 * the element around them, so that sanitized HTML could become another document.
 */
export function isolateMath() {
  return (tree: Root) => {
    visitElements(tree, (element) => {
      if (element.tagName !== 'math') return undefined;
      isolate(element);
      return 'skip';
    });
  };
}

function isolate(element: Element): void {
  const hasOnlyText = TOKENS.includes(element.tagName);
  element.children = element.children.map((child) => {
    if (child.type !== 'element') return child;
    if (hasOnlyText || !NAMES.has(child.tagName)) return { type: 'text', value: toText(child) };
    isolate(child);
    return child;
  });
}
