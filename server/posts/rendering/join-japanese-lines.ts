import type { Root, Text } from 'hast';
import { SKIP, visit } from 'unist-util-visit';

const WIDE = '[\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}ー\\u3000-\\u303f\\uff00-\\uff60]';
const WITHIN = new RegExp(`(?<=${WIDE})[ \\t]*\\r?\\n[ \\t]*(?=${WIDE})`, 'gu');
const ENDS_WIDE = new RegExp(`${WIDE}$`, 'u');
const STARTS_WIDE = new RegExp(`^${WIDE}`, 'u');

/** Joins Japanese lines without a space. Japanese has no spaces between words, but most browsers would show one. */
export function joinJapaneseLines() {
  return (tree: Root) => {
    let before: Text | undefined;
    visit(tree, (node) => {
      if (node.type === 'element' && node.tagName === 'pre') {
        before = undefined;
        return SKIP;
      }
      if (node.type !== 'text') return undefined;
      node.value = node.value.replace(WITHIN, '');
      if (before) joinAcross(before, node);
      before = node;
      return undefined;
    });
  };
}

function joinAcross(before: Text, after: Text): void {
  const end = before.value.endsWith('\n') ? before.value.trimEnd() : before.value;
  const start = after.value.startsWith('\n') ? after.value.trimStart() : after.value;
  if (!ENDS_WIDE.test(end) || !STARTS_WIDE.test(start)) return;
  before.value = end;
  after.value = start;
}
