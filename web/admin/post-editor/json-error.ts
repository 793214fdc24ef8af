export type JsonReason = 'value' | 'string' | 'word' | 'key' | 'colon' | 'more' | 'close' | 'comma' | 'end' | 'nothing';

export interface JsonError {
  readonly line: number;
  /** Offset in UTF-16 code units. */
  readonly at: number;
  readonly reason: JsonReason;
}

export function jsonError(text: string): JsonError | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    // Browsers differ in their error messages, and some omit the position.
    const { at, reason } = errorIn(text);
    return { line: text.slice(0, at).split('\n').length, at, reason };
  }
}

type Expected = 'value' | 'item or end' | 'key or end' | 'key' | 'colon' | 'more or end' | 'nothing';

interface Reading {
  expected: Expected;
  readonly open: string[];
}

const SPACE = /[ \t\n\r]*/y;
const TOKEN =
  /[[\]{},:]|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-f]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?(?![\d.])|true|false|null/iuy;

function errorIn(text: string): Pick<JsonError, 'at' | 'reason'> {
  const reading: Reading = { expected: 'value', open: [] };
  for (let at = 0; ; ) {
    SPACE.lastIndex = at;
    at += SPACE.exec(text)?.[0].length ?? 0;
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    const before = { ...reading, isClosable: reading.open.length > 0 };
    if (token === undefined || !accept(reading, token))
      return {
        at,
        reason: reasonOf(before, { letter: text.slice(at, at + 1), token, previous: lastCharacter(text, at) }),
      };
    at += token.length;
  }
}

interface ParserState {
  readonly expected: Expected;
  readonly isClosable: boolean;
}

interface Found {
  readonly letter: string;
  readonly token: string | undefined;
  readonly previous: string;
}

function lastCharacter(text: string, at: number): string {
  return text.slice(0, at).trimEnd().slice(-1);
}

const MISSING: Readonly<Record<Expected, JsonReason>> = {
  value: 'value',
  'item or end': 'value',
  'key or end': 'key',
  key: 'key',
  colon: 'colon',
  'more or end': 'more',
  nothing: 'nothing',
};

function accept(reading: Reading, token: string): boolean {
  if (token === ']' || token === '}') return close(reading, token);
  if (token === ',' || token === ':') return acceptSeparator(reading, token);
  if (reading.expected.startsWith('key')) {
    reading.expected = 'colon';
    return token.startsWith('"');
  }
  if (reading.expected !== 'value' && reading.expected !== 'item or end') return false;
  if (token === '[' || token === '{') {
    reading.open.push(token);
    reading.expected = token === '[' ? 'item or end' : 'key or end';
  } else {
    endValue(reading);
  }
  return true;
}

function close(reading: Reading, token: string): boolean {
  const isOpen = reading.open.pop() === (token === ']' ? '[' : '{');
  const mayEnd = reading.expected.endsWith('or end');
  endValue(reading);
  return isOpen && mayEnd;
}

function acceptSeparator(reading: Reading, token: string): boolean {
  const isExpected = reading.expected === (token === ',' ? 'more or end' : 'colon');
  reading.expected = token === ',' && reading.open.at(-1) === '{' ? 'key' : 'value';
  return isExpected;
}

function endValue(reading: Reading): void {
  reading.expected = reading.open.length === 0 ? 'nothing' : 'more or end';
}

function reasonOf(state: ParserState, { letter, token, previous }: Found): JsonReason {
  const { expected, isClosable } = state;
  if (letter === '') return isClosable ? 'end' : 'value';
  if (token === ']' || token === '}') return reasonOfClosing(state, previous);
  const isValueExpected = expected === 'value' || expected === 'item or end';
  if (token === undefined && isValueExpected) return letter === '"' ? 'string' : 'word';
  return letter === '"' && expected.startsWith('key') ? 'string' : MISSING[expected];
}

function reasonOfClosing({ expected, isClosable }: ParserState, previous: string): JsonReason {
  if (isClosable) return previous === ',' ? 'comma' : MISSING[expected];
  return expected === 'value' ? 'value' : 'close';
}
