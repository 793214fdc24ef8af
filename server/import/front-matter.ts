import { parseDocument } from 'yaml';
import { unusable } from './list-markdown-files.ts';

export type SplitFile =
  | { readonly fields: FrontMatter; readonly body: string }
  | { readonly fields: undefined; readonly reason: string };

/** Security: limits alias expansion ("billion laughs"). */
const MAX_ALIASES = 50;

/** @throws {HttpError} with the line number when it is unclosed or invalid */
export function splitFrontMatter(source: string): SplitFile {
  const lines = source.split('\n');
  if (!/^---[ \t]*$/.test(lines[0] ?? '')) {
    const isToml = /^\+\+\+[ \t]*$/.test(lines[0] ?? '');
    return { fields: undefined, reason: isToml ? 'its front matter is TOML, not YAML' : 'no front matter' };
  }
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)[ \t]*$/.test(line));
  if (end < 0) {
    if (!/^[\w-]+[ \t]*:/.test(lines[1] ?? '')) return { fields: undefined, reason: 'no front matter' };
    throw unusable('the front matter that begins on line 1 is not closed by a line `---`');
  }
  const values = readYaml(lines.slice(1, end).join('\n'));
  if (values === undefined) return { fields: undefined, reason: 'no front matter' };
  return { fields: new FrontMatter(values), body: lines.slice(end + 1).join('\n') };
}

/** Parses scalars as text, so that the title `1.10` is kept. */
function readYaml(text: string): Record<string, unknown> | undefined {
  const document = parseDocument(text, { schema: 'failsafe', customTags: ['null'], logLevel: 'silent' });
  const [error] = document.errors;
  if (error) throw unusable(`the front matter is no valid YAML: ${describe(error)}`);
  let values: unknown;
  try {
    values = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (cause) {
    throw unusable(`the front matter is no valid YAML: ${cause instanceof Error ? cause.message : cause}`);
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
    throw unusable(`\`${name}\` must be true or false`);
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
