import { endOfExpression, literalOf } from './jsx-expression.ts';
import { readTag } from './jsx-tag.ts';

const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/^(?:Terminal|TerminalBlock|Shell|ShellBlock|CommandLine)$/, 'sh'],
  [/^Console(?:Block|Line|LogLine|Output)?$/, 'text'],
];

/**
 * Converts the children of a terminal component to a code block. Undefined for other components and non-text children.
 */
export function asCodeBlock(name: string, children: string): string | undefined {
  const language = LANGUAGES.find(([pattern]) => pattern.test(name))?.[1];
  if (language === undefined || /^[ \t]*(?:```|~~~)/m.test(children)) return undefined;
  const text = plainText(children);
  if (text === undefined) return undefined;
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(({ 0: run }) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${trimBlankLines(text)}\n${fence}`;
}

/** Resolves escapes, literal expressions and HTML tags. Undefined when a component or other expression is inside. */
function plainText(children: string): string | undefined {
  let text = '';
  for (let at = 0; at < children.length; ) {
    const piece = pieceAt(children, at);
    if (piece === undefined) return undefined;
    text += piece.text;
    at = piece.end;
  }
  return text;
}

interface Piece {
  readonly text: string;
  readonly end: number;
}

function pieceAt(source: string, at: number): Piece | undefined {
  const character = source[at] ?? '';
  if (character === '{') return expressionAt(source, at);
  if (character === '<') return tagAt(source, at);
  const escaped = character === '\\' ? (source[at + 1] ?? '') : '';
  return /^[!-/:-@[-`{-~]$/.test(escaped) ? { text: escaped, end: at + 2 } : { text: character, end: at + 1 };
}

function expressionAt(source: string, at: number): Piece | undefined {
  const end = endOfExpression(source, at);
  const text = end === undefined ? undefined : literalOf(source.slice(at, end));
  return text === undefined || end === undefined ? undefined : { text, end };
}

function tagAt(source: string, at: number): Piece | undefined {
  const tag = readTag(source, at);
  if (!tag) return { text: '<', end: at + 1 };
  return /^[a-z]+$/.test(tag.name) ? { text: tag.name === 'br' ? '\n' : '', end: tag.end } : undefined;
}

function trimBlankLines(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  const last = lines.findLastIndex((line) => line !== '');
  const kept = lines.slice(Math.max(first, 0), last + 1);
  const indent = Math.min(...kept.filter(Boolean).map((line) => line.length - line.trimStart().length));
  return kept.map((line) => line.slice(indent)).join('\n');
}
