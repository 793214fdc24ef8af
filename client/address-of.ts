import { KawarabanError } from './kawaraban-error.ts';
import { routes } from './public-api.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly hasBody?: true;
  readonly isPaged?: true;
}

export interface Addressed {
  readonly address: string;
  /** Method and URL for error messages, without the query, which may contain a preview token. */
  readonly asked: string;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Fills the path with the request's fields and puts the rest into the query or the body.
 * @throws {TypeError} when a path parameter is missing.
 * @throws {KawarabanError} with status 404, without a request, when a name would address another endpoint.
 */
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

/** Empty or dot path segments. `fetch` normalizes them away, which would address another endpoint. */
const NO_NAME = /\/\.{0,2}(\/|$)/;

/** True when a name in the path matches the literal path of another endpoint: a post with the slug `groups`. */
function isOfAnother({ method, path }: Route, filled: string): boolean {
  return Object.values(routes)
    .flatMap((group) => Object.values<Route>(group))
    .some(
      (other) =>
        // The server prefers literal segments over parameters; letters sort after the colon.
        other.method === method && other.path > path && patternOf(other.path).test(filled),
    );
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
