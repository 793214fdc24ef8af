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
  /** The method and the address as errors tell them: without the query, which may hold the key of a preview. */
  readonly asked: string;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** Puts what a call is asked with where it belongs: into its path, and the rest into the query or the body. */
export function addressOf(
  apiUrl: string,
  route: Route,
  request: Readonly<Record<string, unknown>>,
  serviceId: string | undefined,
): Addressed {
  const { method, path, hasBody } = route;
  const rest = { ...request };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name] ?? (name === 'serviceId' ? serviceId : undefined);
    delete rest[name];
    if (value === undefined || value === null) throw new TypeError(`This call needs ${name}: ${method} ${path}`);
    return encodeURIComponent(String(value).replace(/\p{Surrogate}/gu, '\ufffd'));
  });
  const asked = `${method} ${apiUrl}${filled}`;
  if (NO_NAME.test(filled) || isOfAnother(route, filled))
    throw new KawarabanError({ reason: 'refused', asked, status: 404, body: { message: 'Not Found' } });
  if (!path.includes(':serviceId')) delete rest.serviceId;
  if (hasBody) return { address: apiUrl + filled, asked, body: rest };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const search = query.toString();
  return { address: apiUrl + filled + (search && `?${search}`), asked, body: undefined };
}

/** A part that is empty or dots. No address can name these, and what they lead to would be another call. */
const NO_NAME = /\/\.{0,2}(\/|$)/;

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
