/** In which line a text stops being JSON; nothing where it is JSON throughout. */
export function jsonFault(text: string): { readonly line: number } | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    // Browsers say where in words of their own, or not at all.
    return { line: text.slice(0, faultIn(text)).split('\n').length };
  }
}

type Expected = 'value' | 'item or end' | 'key or end' | 'key' | 'colon' | 'more or end' | 'nothing';

interface Reading {
  expected: Expected;
  /** The brackets that are open. */
  readonly open: string[];
}

const SPACE = /[ \t\n\r]*/y;
const TOKEN =
  /[[\]{},:]|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-f]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?(?![\d.])|true|false|null/iuy;

function faultIn(text: string): number {
  const reading: Reading = { expected: 'value', open: [] };
  for (let at = 0; ; ) {
    SPACE.lastIndex = at;
    at += SPACE.exec(text)?.[0].length ?? 0;
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined || !take(reading, token)) return at;
    at += token.length;
  }
}

/** Reads one token further; answers whether it may stand there. */
function take(reading: Reading, token: string): boolean {
  if (token === ']' || token === '}') return close(reading, token);
  if (token === ',' || token === ':') return goOn(reading, token);
  if (reading.expected.startsWith('key')) {
    reading.expected = 'colon';
    return token.startsWith('"');
  }
  if (reading.expected !== 'value' && reading.expected !== 'item or end') return false;
  if (token === '[' || token === '{') {
    reading.open.push(token);
    reading.expected = token === '[' ? 'item or end' : 'key or end';
  } else {
    settle(reading);
  }
  return true;
}

function close(reading: Reading, token: string): boolean {
  const isOpen = reading.open.pop() === (token === ']' ? '[' : '{');
  const mayEnd = reading.expected.endsWith('or end');
  settle(reading);
  return isOpen && mayEnd;
}

function goOn(reading: Reading, token: string): boolean {
  const isPlace = reading.expected === (token === ',' ? 'more or end' : 'colon');
  reading.expected = token === ',' && reading.open.at(-1) === '{' ? 'key' : 'value';
  return isPlace;
}

function settle(reading: Reading): void {
  reading.expected = reading.open.length === 0 ? 'nothing' : 'more or end';
}
