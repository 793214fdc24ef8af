import { readFileSync } from 'node:fs';

export type Environment = Readonly<Record<string, string | undefined>>;

/** `parse` returns undefined for invalid values. */
interface Variable<T> {
  readonly expected: string;
  readonly fallback: T;
  readonly parse: (text: string) => T | undefined;
}

/** Security: values never shown in messages. Database and storage URLs may contain passwords. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'STORAGE_URL',
  'SECRET',
  'SECRET_NEW',
  'METRICS_TOKEN',
  'ADMIN_PASSWORD',
  'SMTP_URL',
  'CDN_PURGE_URL',
  'CDN_PURGE_TOKEN',
  'RECAPTCHA_SECRET_KEY',
]);

export type ReadVariable = <T>(name: string, variable: Variable<T>) => T;

/** Adds to `problems` for invalid values, and returns the fallback then. */
export function variableReader(environment: Environment, problems: string[]): ReadVariable {
  return (name, { expected, fallback, parse }) => {
    const text = textOf(environment, name, problems);
    if (text === undefined || text === '') return fallback;
    const value = parse(text);
    if (value !== undefined) return value;
    const shownValue = SECRET_NAMES.has(name) || name.endsWith('_SECRET') ? '' : `, not ${JSON.stringify(text)}`;
    problems.push(`${name} must be ${expected}${shownValue}.`);
    return fallback;
  };
}

function textOf(environment: Environment, name: string, problems: string[]): string | undefined {
  const file = environment[`${name}_FILE`];
  if (!file) return environment[name]?.trim();
  if (environment[name]) {
    problems.push(`${name} and ${name}_FILE are both set: keep one of them.`);
    return undefined;
  }
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    problems.push(`${name}_FILE must name a file that can be read, not ${JSON.stringify(file)}.`);
    return undefined;
  }
}

/** Removes a trailing slash. Rejects URLs with a query or fragment. */
export function asUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash) return undefined;
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

export const asText = (text: string) => text;

export function asBoolean(text: string): boolean | undefined {
  return { true: true, false: false }[text];
}
