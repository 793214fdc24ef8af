import { knownQueryNames } from '#contract/api.ts';
import { fieldMessages } from '#contract/errors.ts';
import { invalid } from './errors.ts';

/** Rejects unknown query parameters and drops empty optional ones, which clients send for unset filters. */
export function acceptQuery(query: object, optionalNames: readonly string[]): void {
  rejectUnknownNames(query);
  const output = query as Record<string, unknown>;
  for (const name of optionalNames) if (output[name] === '') delete output[name];
}

function rejectUnknownNames(query: object): void {
  const unknown = Object.keys(query).filter((name) => !knownQueryNames.has(name));
  const named = unknown.map((name) => (/^\w{1,100}$/.test(name) ? name : 'query'));
  if (named.length > 0) throw invalid(Object.fromEntries(named.map((name) => [name, fieldMessages.invalid])));
}
