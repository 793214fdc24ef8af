const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\n', t: '\t', b: '', f: '', v: '', 0: '' };

/**
 * Returns the end of the expression that opens at `start`, after its closing brace. Braces in strings, templates and
 * comments do not count. Undefined when it is unclosed before `limit`.
 */
export function endOfExpression(source: string, start: number, limit = source.length): number | undefined {
  let depth = 0;
  for (let at = start; at < limit; ) {
    const character = source[at];
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth === 0) return at + 1;
    const next = endOfOpaque(source, at, limit);
    if (next === undefined) return undefined;
    at = next;
  }
  return undefined;
}

function endOfOpaque(source: string, at: number, limit: number): number | undefined {
  const character = source[at];
  if (character === '"' || character === "'") return endOfString(source, at, limit);
  if (character === '`') return endOfTemplate(source, at, limit);
  if (source.startsWith('/*', at)) return after(source, '*/', at + 2, limit);
  if (source.startsWith('//', at)) return after(source, '\n', at + 2, limit);
  return at + 1;
}

/** Strings end with their line because an apostrophe in text opens none. */
function endOfString(source: string, start: number, limit: number): number {
  for (let at = start + 1; at < limit; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === source[start]) return at + 1;
    else if (source[at] === '\n') return start + 1;
  }
  return start + 1;
}

function endOfTemplate(source: string, start: number, limit: number): number | undefined {
  for (let at = start + 1; at < limit; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === '`') return at + 1;
    else if (source.startsWith('${', at)) {
      const end = endOfExpression(source, at + 1, limit);
      if (end === undefined) return undefined;
      at = end - 1;
    }
  }
  return undefined;
}

function after(source: string, mark: string, from: number, limit: number): number | undefined {
  const at = source.slice(from, limit).indexOf(mark);
  return at < 0 ? undefined : from + at + mark.length;
}

const STRING = /^(?:"((?:[^"\\\n]|\\[\s\S])*)"|'((?:[^'\\\n]|\\[\s\S])*)'|`((?:[^`\\$]|\\[\s\S]|\$(?!\{))*)`)$/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Returns the value of `{'text'}`, `{"text"}`, a plain template or `{12}`. Undefined for expressions that need
 * evaluation.
 */
export function literalOf(expression: string): string | undefined {
  const inside = expression.slice(1, -1).trim();
  if (NUMBER.test(inside)) return inside;
  const [matched, ...quoted] = STRING.exec(inside) ?? [];
  return matched === undefined ? undefined : resolveEscapes(quoted.find((text) => text !== undefined) ?? '');
}

function resolveEscapes(text: string): string {
  return text.replace(/\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([\s\S]))/gi, (all, ...found) => {
    const [braced, four, two, letter] = found as (string | undefined)[];
    if (letter !== undefined) return ESCAPES[letter] ?? letter;
    const code = Number.parseInt(braced ?? four ?? two ?? '', 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}
