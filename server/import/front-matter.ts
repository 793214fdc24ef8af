import { parse as parseToml, TomlDate, TomlError } from 'smol-toml';
import { parseDocument } from 'yaml';
import { badRequest } from '../http/errors.ts';

export type SplitFile =
  | {
      readonly fields: FrontMatter;
      readonly body: string;
      /** Line of the file on which the body begins. */
      readonly firstLine: number;
    }
  | { readonly fields: undefined; readonly reason: string };

/** Security: limits alias expansion ("billion laughs"). */
const MAX_ALIASES = 50;

const NONE = { fields: undefined, reason: 'no front matter' } as const;

/** @throws {HttpError} with the line number when it is unclosed or invalid */
export function splitFrontMatter(source: string): SplitFile {
  const lines = source.split('\n');
  const mark = /^(---|\+\+\+)[ \t]*$/.exec(lines[0] ?? '')?.[1];
  if (mark === undefined) return NONE;
  const isToml = mark === '+++';
  const closing = isToml ? /^\+\+\+[ \t]*$/ : /^(?:---|\.\.\.)[ \t]*$/;
  const end = lines.findIndex((line, index) => index > 0 && closing.test(line));
  if (end < 0) {
    if (!/^[\w-]+[ \t]*[:=]/.test(lines[1] ?? '')) return NONE;
    throw badRequest(`the front matter that begins on line 1 is not closed by a line \`${mark}\``);
  }
  const text = lines.slice(1, end).join('\n');
  const values = isToml ? readToml(text) : readYaml(text);
  if (values === undefined) return NONE;
  return { fields: new FrontMatter(values), body: lines.slice(end + 1).join('\n'), firstLine: end + 2 };
}

/** Hugo keeps other fields in `[params]` or `[taxonomies]`; their names count like those above. */
function readToml(text: string): Record<string, unknown> {
  try {
    const { params, taxonomies, ...values } = parseToml(text) as Record<string, unknown>;
    const tables = [params, taxonomies].map((table) => (typeof table === 'object' && table !== null ? table : {}));
    return asTexts(Object.assign({}, ...tables, values)) as Record<string, unknown>;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [sentence = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n', 1);
    throw badRequest(`the front matter is no valid TOML: line ${error.line + 1}: ${sentence}`);
  }
}

/** Numbers, booleans and dates become the text that YAML would hold. */
function asTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asTexts);
  if (value instanceof TomlDate) return value.toISOString().replace(/\.000(?=Z|[+-]|$)/, '');
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, asTexts(each)]));
  return typeof value === 'string' ? value : String(value);
}

/** Parses scalars as text, so that the title `1.10` is kept. */
function readYaml(text: string): Record<string, unknown> | undefined {
  const document = parseDocument(text, { schema: 'failsafe', customTags: ['null'], logLevel: 'silent' });
  const [error] = document.errors;
  if (error) throw badRequest(`the front matter is no valid YAML: ${describe(error)}`);
  let values: unknown;
  try {
    values = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (cause) {
    throw badRequest(`the front matter is no valid YAML: ${cause instanceof Error ? cause.message : cause}`);
  }
  if (values === null) return {};
  return typeof values === 'object' && !Array.isArray(values) ? (values as Record<string, unknown>) : undefined;
}

function describe({
  message,
  linePos,
}: {
  message: string;
  linePos?: readonly { line: number }[] | undefined;
}): string {
  const [sentence = ''] = message.split('\n', 1);
  const what = sentence.replace(/ at line \d+, column \d+:?$/, '');
  return linePos?.[0] ? `line ${linePos[0].line + 1}: ${what}` : what;
}

export class FrontMatter {
  readonly #values: ReadonlyMap<string, unknown>;
  readonly #readNames = new Set<string>();

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));
  }

  text(...names: readonly string[]): string | undefined {
    return this.#first(names, (value) => (typeof value === 'string' ? toLine(value) || undefined : undefined));
  }

  /** A text counts as a list of one; objects are represented by their `name`. */
  list(...names: readonly string[]): readonly string[] | undefined {
    return this.#first(names, (value) => {
      const items = (Array.isArray(value) ? value : [value]).map(nameOf).filter((item) => item !== '');
      return items.length > 0 ? items : undefined;
    });
  }

  /** @throws {HttpError} for other values than booleans, because they may decide about publication */
  flag(name: string): boolean | undefined {
    if (!this.holds(name)) return undefined;
    const text = this.text(name)?.toLowerCase() ?? '';
    if (YES.has(text)) return true;
    if (NO.has(text)) return false;
    throw badRequest(`\`${name}\` must be true or false`);
  }

  holds(...names: readonly string[]): boolean {
    return names.some((name) => !isEmpty(this.#values.get(name.toLowerCase())));
  }

  unused(): string[] {
    const output = [...this.#values.keys()].filter((name) => this.holds(name));
    return output.filter((name) => !this.#readNames.has(name));
  }

  #first<T>(names: readonly string[], read: (value: unknown) => T | undefined): T | undefined {
    for (const name of names) {
      const value = this.#values.get(name.toLowerCase());
      const found = value === undefined || value === null ? undefined : read(value);
      if (found === undefined) continue;
      this.#readNames.add(name.toLowerCase());
      return found;
    }
    return undefined;
  }
}

const YES = new Set(['true', 'yes', 'on', 'y', '1']);
const NO = new Set(['false', 'no', 'off', 'n', '0']);

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function nameOf(item: unknown): string {
  if (typeof item === 'string') return toLine(item);
  if (typeof item !== 'object' || item === null || !('name' in item)) return '';
  return typeof item.name === 'string' ? toLine(item.name) : '';
}

function toLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
