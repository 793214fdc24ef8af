const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\n', t: '\t', b: '', f: '', v: '', 0: '' };

/** Braces in strings, templates and comments do not count. Returns undefined when it is unclosed before `limit`. */
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

/** Evaluates `{'text'}`, `{"text"}`, a plain template or `{12}`. Undefined for other expressions. */
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

export interface Tag {
  readonly start: number;
  readonly end: number;
  readonly kind: 'open' | 'close' | 'selfClosing';
  readonly name: string;
  readonly attributes: readonly Attribute[];
}

export interface Attribute {
  readonly name: string;
  readonly value: string | undefined;
  readonly isExpression: boolean;
}

/** Bounds the search when a stray `<` is no tag. */
const MAX_TAG_LENGTH = 10_000;

const NAME = /[A-Za-z_$][\w$-]*(?:(?:\.[A-Za-z_$][\w$-]*)+|:[A-Za-z_][\w-]*)?/y;
const ATTRIBUTE_NAME = /[A-Za-z_$:@][\w$:.@-]*/y;
const UNQUOTED = /[^\s"'=<>`{}]+/y;
const SPACE = /\s*/y;

export function readTag(source: string, start: number): Tag | undefined {
  const limit = Math.min(source.length, start + MAX_TAG_LENGTH);
  const isClosing = source[start + 1] === '/';
  const nameStart = start + (isClosing ? 2 : 1);
  const name = match(NAME, source, nameStart) ?? '';
  const nameEnd = nameStart + name.length;
  if (!(name === '' ? /^>/ : /^[\s/>{]/).test(source[nameEnd] ?? '')) return undefined;
  const rest = readRest(source, nameEnd, { limit, isClosing });
  return rest && { start, name, ...rest, kind: isClosing ? 'close' : rest.kind };
}

function readRest(
  source: string,
  start: number,
  { limit, isClosing }: { limit: number; isClosing: boolean },
): Pick<Tag, 'end' | 'kind' | 'attributes'> | undefined {
  const attributes: Attribute[] = [];
  for (let at = start; at < limit; ) {
    at += match(SPACE, source, at)?.length ?? 0;
    if (source[at] === '>') return { end: at + 1, kind: 'open', attributes };
    if (source.startsWith('/>', at) && !isClosing) return { end: at + 2, kind: 'selfClosing', attributes };
    const read = isClosing ? undefined : readAttribute(source, at, limit);
    if (!read) return undefined;
    attributes.push(read.attribute);
    at = read.end;
  }
  return undefined;
}

type Read = { attribute: Attribute; end: number };

function readAttribute(source: string, start: number, limit: number): Read | undefined {
  if (source[start] === '{') {
    const end = endOfExpression(source, start, limit);
    return end === undefined
      ? undefined
      : { attribute: { name: source.slice(start, end), value: undefined, isExpression: true }, end };
  }
  const name = match(ATTRIBUTE_NAME, source, start);
  if (name === undefined) return undefined;
  const afterName = start + name.length;
  const equals = afterName + (match(SPACE, source, afterName)?.length ?? 0);
  if (source[equals] !== '=') return { attribute: { name, value: '', isExpression: false }, end: afterName };
  const valueStart = equals + 1 + (match(SPACE, source, equals + 1)?.length ?? 0);
  return readValue(source, valueStart, limit, name);
}

function readValue(source: string, start: number, limit: number, name: string): Read | undefined {
  const quote = source[start];
  if (quote === '"' || quote === "'") {
    const close = source.indexOf(quote, start + 1);
    if (close < 0 || close >= limit) return undefined;
    return { attribute: { name, value: source.slice(start + 1, close), isExpression: false }, end: close + 1 };
  }
  if (quote === '{') {
    const end = endOfExpression(source, start, limit);
    if (end === undefined) return undefined;
    return { attribute: { name, value: literalOf(source.slice(start, end)), isExpression: true }, end };
  }
  const value = match(UNQUOTED, source, start);
  return value === undefined
    ? undefined
    : { attribute: { name, value, isExpression: false }, end: start + value.length };
}

function match(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

const HTML_NAMES = new Set(
  (
    'a abbr acronym address applet area b base basefont bdo big blockquote body br button caption center cite code col ' +
    'colgroup dd del dfn dir div dl dt em fieldset font form frame frameset h1 h2 h3 h4 h5 h6 head hr html i iframe ' +
    'img input ins isindex kbd label legend li link map menu meta noframes noscript object ol optgroup option p param ' +
    'pre q s samp script select small span strike strong style sub sup table tbody td textarea tfoot th thead title ' +
    'tr tt u ul var'
  ).split(' '),
);

export function isComponentName(name: string): boolean {
  if (name.includes('.')) return true;
  return /^[A-Z]/.test(name) && !(name === name.toUpperCase() && HTML_NAMES.has(name.toLowerCase()));
}
