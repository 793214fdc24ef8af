import type { Root, RootContent } from 'mdast';
import temml from 'temml';
import { visit } from 'unist-util-visit';
import { escapeHtml } from '../platform/escaping.ts';

declare module 'mdast-util-math' {
  interface InlineMathData {
    isDisplay?: boolean;
  }
}

/** `maxSize` limits lengths, in em and in points. Temml expands at most 1,000 macros in a formula. */
const OPTIONS = { throwOnError: true, maxSize: [20, 200] as [number, number] };

/** Temml limits the number of expansions, not their size: a long macro used often would fill the memory. */
const DEFINES_MACRO = /\\(?:[egx]?def|let|futurelet|global[a-z]*|long|(?:re)?newcommand|providecommand)(?![A-Za-z])/;

/** Turns math and fences of the language `math` into MathML. A formula with an error stays code. */
export function mathToMathml() {
  return (tree: Root) => {
    visit(tree, (node, index, parent) => {
      if (index === undefined || !parent) return;
      const formula = formulaOf(node as RootContent);
      const value = formula && toMathml(formula);
      if (value) parent.children[index] = { type: 'html', value };
    });
  };
}

interface Formula {
  readonly tex: string;
  readonly displayMode: boolean;
}

function formulaOf(node: RootContent): Formula | undefined {
  if (node.type === 'inlineMath') return { tex: node.value, displayMode: node.data?.isDisplay === true };
  const isBlock = node.type === 'math' || (node.type === 'code' && node.lang === 'math');
  return isBlock ? { tex: node.value, displayMode: true } : undefined;
}

function toMathml({ tex, displayMode }: Formula): string | undefined {
  if (tex.trim() === '' || DEFINES_MACRO.test(tex)) return undefined;
  try {
    const mathml = temml.renderToString(tex, { ...OPTIONS, displayMode });
    // A function, because `$` has a meaning in a replacement text.
    return mathml.replace('<math', () => `<math alttext="${escapeHtml(tex.trim())}"`);
  } catch {
    return undefined;
  }
}
