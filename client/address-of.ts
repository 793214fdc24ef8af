import { KawarabanError } from './kawaraban-error.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly hasBody?: true;
  readonly isPaged?: true;
}

/** Where a call goes, and what it brings along. */
export interface Addressed {
  readonly address: string;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** Puts what a call is asked with where it belongs: into its path, and the rest into the query or the body. */
export function addressOf(
  apiUrl: string,
  { path, hasBody }: Route,
  asked: Readonly<Record<string, unknown>>,
  serviceId: string | undefined,
): Addressed {
  const rest = { ...asked };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name] ?? (name === 'serviceId' ? serviceId : undefined);
    delete rest[name];
    return partOf(name, value);
  });
  if (!path.includes(':serviceId')) delete rest.serviceId;
  if (hasBody) return { address: apiUrl + filled, body: rest };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const search = query.toString();
  return { address: apiUrl + filled + (search && `?${search}`), body: undefined };
}

function partOf(name: string, value: unknown): string {
  if (value === undefined || value === null) throw new TypeError(`This call needs ${name}`);
  const part = encodeURIComponent(String(value).replace(/\p{Surrogate}/gu, '\ufffd'));
  // No address can name these, and what they lead to would be another call.
  if (/^\.{0,2}$/.test(part))
    throw new KawarabanError({ reason: 'refused', status: 404, body: { message: 'Not Found' } });
  return part;
}
