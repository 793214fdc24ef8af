import { KawarabanError } from './kawaraban-error.ts';
import { routes } from './public-api.ts';

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
  route: Route,
  asked: Readonly<Record<string, unknown>>,
  serviceId: string | undefined,
): Addressed {
  const { path, hasBody } = route;
  const rest = { ...asked };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name] ?? (name === 'serviceId' ? serviceId : undefined);
    delete rest[name];
    return partOf(name, value);
  });
  if (isOfAnother(route, filled)) throw missing();
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
  if (/^\.{0,2}$/.test(part)) throw missing();
  return part;
}

/** Whether a name makes the address that of another call: a post that is called `groups` is where groups are. */
function isOfAnother({ method, path }: Route, filled: string): boolean {
  return Object.values(routes)
    .flatMap((group) => Object.values<Route>(group))
    .some(
      (other) =>
        // The server takes the one that says a word first where this one has a name, and letters come after the colon.
        other.method === method && other.path > path && patternOf(other.path).test(filled),
    );
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);

function missing(): KawarabanError {
  return new KawarabanError({ reason: 'refused', status: 404, body: { message: 'Not Found' } });
}
