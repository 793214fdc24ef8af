import { endpoints } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  type CallerKind,
  callers,
  expectedOutcome,
  isAboutService,
  nameOf,
  type Outcome,
  type ServiceOwner,
} from './expected-access.ts';
import { type ContentNames, type Marker, type MarkerData, type PostState, postStates } from './marker-data.ts';

const TIMEOUT_MS = 30_000;

export interface WalkedCaller {
  readonly caller: CallerKind;
  readonly calls: number;
  /** One line per undocumented response. */
  readonly differences: readonly string[];
  /** Calls rejected by a rate limit, which remain untested. */
  readonly limited: readonly string[];
}

interface Reply {
  readonly status: number;
  readonly text: string;
}

/**
 * Makes every API call as every kind of caller, on the caller's own service and on another one, and compares the status
 * with `docs/permissions.md`. Reads, and writes that must be rejected, name the content of `data` in each of its states;
 * writes that are allowed use nonexistent names. No response may contain content that the caller must not see.
 */
export async function* walkAccess(url: string, data: MarkerData): AsyncGenerator<WalkedCaller> {
  for (const caller of callers) {
    const walk = new CallerWalk(url, data, caller, await data.headersOf(caller));
    await walk.callEndpoints();
    await walk.readPosts();
    await walk.readPages();
    yield walk.result();
  }
}

class CallerWalk {
  readonly #url: string;
  readonly #data: MarkerData;
  readonly #caller: CallerKind;
  readonly #headers: Record<string, string>;
  readonly #differences: string[] = [];
  readonly #limited: string[] = [];
  #calls = 0;

  constructor(url: string, data: MarkerData, caller: CallerKind, headers: Record<string, string>) {
    this.#url = url;
    this.#data = data;
    this.#caller = caller;
    this.#headers = headers;
  }

  result(): WalkedCaller {
    const differences = [...new Set(this.#differences)];
    return { caller: this.#caller, calls: this.#calls, differences, limited: this.#limited };
  }

  async callEndpoints(): Promise<void> {
    for (const endpoint of endpoints) {
      for (const owner of isAboutService(endpoint) ? (['own', 'other'] as const) : (['own'] as const)) {
        await this.#callEndpoint(endpoint, owner);
      }
    }
  }

  async #callEndpoint(endpoint: Endpoint, owner: ServiceOwner): Promise<void> {
    const expected = expectedOutcome(endpoint, this.#caller, owner);
    const name = `${nameOf(endpoint)} (${owner} service)`;
    const isList = endpoint.access.level === 'public' && !endpoint.path.endsWith('/:slug');
    const changesData = endpoint.method !== 'GET' && expected === 'allowed';
    for (const path of this.#pathsOf(endpoint, changesData ? {} : this.#data.names[owner], owner)) {
      const reply = await this.#send(endpoint.method, path, {
        headers: await this.#headersFor(endpoint, expected),
        ...(endpoint.body && { body: {} }),
      });
      this.#compare(name, reply, expected);
      this.#searchMarkers(name, reply, isList);
    }
  }

  async readPosts(): Promise<void> {
    for (const owner of ['own', 'other'] as const) {
      if (owner === 'other' && this.#caller.startsWith('key')) continue;
      for (const state of postStates) {
        const path = `/api/posts/${this.#data.serviceId(owner)}/${this.#data.slug(state)}`;
        const reply = await this.#send('GET', path);
        const expected = isPublic(state) ? 200 : 404;
        const name = `GET /api/posts/:serviceId/:slug (${state} post, ${owner} service)`;
        if (reply.status !== expected) this.#differ(name, reply, String(expected));
        this.#searchMarkers(name, reply, false);
      }
    }
  }

  async readPages(): Promise<void> {
    const ofService = (['own', 'other'] as const).flatMap((owner) => {
      const base = `/posts/${this.#data.serviceId(owner)}`;
      const lists = ['', '/feed', '/atom', '/feed.json', '/sitemap.xml', '/search?q=marker', '/groups/audit-group'];
      return [...lists, '/categories/audit-category', '/tags/audit'].map((rest) => `${base}${rest}`);
    });
    for (const path of ['/', '/sitemap.xml', ...ofService])
      this.#searchMarkers(`GET ${path}`, await this.#send('GET', path), true);
    for (const owner of ['own', 'other'] as const) {
      for (const state of postStates.filter((each) => !isPublic(each))) {
        const path = `/posts/${this.#data.serviceId(owner)}/${this.#data.slug(state)}`;
        this.#searchMarkers(`GET ${path}`, await this.#send('GET', path), false);
      }
    }
  }

  /** Uses a new caller for calls that may end the caller's session or account. */
  async #headersFor({ access, method }: Endpoint, expected: Outcome): Promise<Record<string, string>> {
    const endsItself = access.level === 'signed-in' && method !== 'GET' && expected === 'allowed';
    return endsItself ? this.#data.headersOf(this.#caller) : this.#headers;
  }

  /** Paths with the given values of the parameters, or with a nonexistent one where none is given. */
  #pathsOf({ path, params }: Endpoint, names: ContentNames, owner: ServiceOwner): string[] {
    const pathWith = (at: number) =>
      path.replace(/:(\w+)/g, (_, name: string) => {
        if (name === 'serviceId') return this.#data.serviceId(owner);
        const values = names[name === 'slug' ? slugKind(path) : name] ?? [];
        const value = [values[at % values.length], ...UNKNOWN].find(
          (each) => each && params?.shape[name]?.safeParse(each).success,
        );
        if (value === undefined) throw new Error(`No value fits ${name} of ${path}`);
        return `${value}`;
      });
    const most = Math.max(...Object.values(names).map(({ length }) => length), 1);
    return [...new Set(Array.from({ length: most }, (_, at) => `/api${pathWith(at)}`))];
  }

  async #send(
    method: string,
    path: string,
    { headers = this.#headers, body }: { headers?: Record<string, string>; body?: unknown } = {},
  ): Promise<Reply> {
    this.#calls += 1;
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, text: await response.text() };
  }

  #compare(name: string, reply: Reply, expected: Outcome): void {
    const { status } = reply;
    if (status === 429 && expected !== 'allowed') this.#limited.push(name);
    else if (!isOutcome(status, expected)) this.#differ(name, reply, String(expected));
  }

  #searchMarkers(name: string, { text }: Reply, isList: boolean): void {
    for (const marker of this.#data.markers) {
      if (!text.includes(marker.word) || this.#maySee(marker, isList)) continue;
      this.#differences.push(`${name}: contains ${marker.state} content of the ${marker.owner} service`);
    }
  }

  #maySee({ owner, state }: Marker, isPublicList: boolean): boolean {
    if (state === 'published' || state === 'publish') return true;
    if (state === 'hidden' && !isPublicList) return true;
    return owner === 'own' && readsDrafts.includes(this.#caller) && !isPublicList;
  }

  #differ(name: string, { status }: Reply, expected: string): void {
    this.#differences.push(`${name}: returned ${status}, documented as ${expected}`);
  }
}

const readsDrafts: readonly CallerKind[] = ['admin', 'editor', 'viewer', 'key: write', 'key: read-drafts'];

/** Names that do not exist; a path parameter takes the first one that its schema accepts. */
const UNKNOWN = ['unheard-of', '01ksx3v9d0q8e7m2k4n6p8r1st', '0b9e7f6a-3d52-4d8e-9d6b-3f1f3c6d2a11', '404'];

function slugKind(path: string): keyof ContentNames {
  if (path.includes('/groups/')) return 'groupSlug';
  return path.includes('/categories/') ? 'categorySlug' : 'postSlug';
}

function isPublic(state: PostState): boolean {
  return state === 'published' || state === 'hidden';
}

/** An allowed call may still fail validation. */
export function isOutcome(status: number, expected: Outcome): boolean {
  return expected === 'allowed' ? status < 500 && ![401, 403, 405].includes(status) : status === expected;
}
