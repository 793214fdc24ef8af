import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest, FastifyServerFactory } from 'fastify';
import { withTimeout } from '../concurrency/timers.ts';
import type { Database } from '../database/connect.ts';
import { requestIdOf } from '../http/caller.ts';
import { hostCheck } from '../http/malformed-request.ts';
import { limitPipelining } from '../http/output-limits.ts';
import type { Clock } from '../platform/clock.ts';
import { type AnsweredRequest, type Log, logResponse } from '../platform/log.ts';
import { CacheStore } from './cache-store.ts';
import {
  type AppResponse,
  type CachedResponse,
  type EncodedResponse,
  encodeFor,
  type Sending,
  sendEncoded,
  sendUncached,
} from './cached-response.ts';
import { Compressor } from './compression.ts';
import { ImmediateQueue } from './immediate-queue.ts';
import {
  type AddressOptions,
  isForwarded,
  type RequestedAddress,
  readRequestedAddress,
  type Sender,
  senderLike,
  visibleHeaders,
} from './requested-address.ts';
import { type CacheCounters, type CacheLoad, type ResponseListener, ResponseLog } from './response-log.ts';
import { type Rendering, ResponseRenderer } from './response-renderer.ts';
import { type SharedCaching, sharingHeaders } from './shared-caching.ts';
import { VersionCache } from './version-cache.ts';

export interface ResponseCacheOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly publicUrl: string | undefined;
  readonly trustProxy: unknown;
  readonly cdn?: SharedCaching | undefined;
  readonly maxBytes?: number | undefined;
  /** Maximum wait for rendering before the request is passed to Fastify. */
  readonly maxWaitMs?: number | undefined;
}

interface Entry {
  /** Version of everything that the response shows. The entry is valid while it is unchanged. */
  readonly state: string;
  readonly cached: CachedResponse;
  readonly weight: number;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requested: RequestedAddress;
  readonly startedAt: number;
  readonly requestId: string;
}

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_WAIT_MS = 3000;
const WRITE_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

export class ResponseCache {
  readonly #options: ResponseCacheOptions;
  readonly #versions: VersionCache;
  readonly #store: CacheStore<Entry>;
  readonly #maxWaitMs: number;
  readonly #responseLog: ResponseLog;
  readonly #renderer: ResponseRenderer;
  readonly #compressor = new Compressor();
  readonly #writes = new ImmediateQueue();
  readonly #addresses: AddressOptions;
  readonly #isHostValid: ReturnType<typeof hostCheck>;
  readonly #counts: CacheCounters = { fromMemory: 0, shared: 0, rendered: 0, passedOn: 0 };
  #listener: ResponseListener | undefined;
  #app: FastifyInstance | undefined;
  #Sender: (new (raw: IncomingMessage) => Sender) | undefined;
  #isClosing = false;

  constructor(options: ResponseCacheOptions) {
    const { publicUrl, trustProxy } = options;
    this.#options = options;
    this.#isHostValid = hostCheck(publicUrl);
    this.#addresses = { publicUrl, trustProxy, senderOf: (raw) => this.#senderOf(raw) };
    this.#responseLog = new ResponseLog(options.log);
    this.#versions = new VersionCache(options);
    const { cdn } = options;
    this.#renderer = new ResponseRenderer((requested) => {
      const keys = cdn && this.#versions.keysOf(requested);
      return keys ? sharingHeaders(cdn, keys) : {};
    });
    this.#store = new CacheStore(options.maxBytes ?? MAX_BYTES);
    this.#maxWaitMs = options.maxWaitMs ?? MAX_WAIT_MS;
  }

  readonly serverFactory: FastifyServerFactory = (handler, given) => {
    const options = given as { keepAliveTimeout: number; requestTimeout: number; connectionTimeout: number };
    const server = createServer({ requireHostHeader: false }, (request, response) =>
      limitPipelining(request, response, () => this.#respond(request, response, handler as RequestListener)),
    );
    server.keepAliveTimeout = options.keepAliveTimeout;
    server.requestTimeout = options.requestTimeout;
    server.setTimeout(options.connectionTimeout);
    return server;
  };

  /** Must be called before routes are registered. */
  attach(app: FastifyInstance): void {
    this.#app = app;
    app.addHook('onRequest', async (request) => {
      this.#Sender ??= senderLike(request);
    });
    app.addHook('preClose', async () => {
      this.#isClosing = true;
    });
    app.addHook('onClose', async () => this.#responseLog.endSecond());
  }

  isOwnRequest(request: Pick<FastifyRequest, 'headers'>): boolean {
    return this.#renderer.isOwnRequest(request);
  }

  onResponse(listener: ResponseListener): void {
    this.#listener = listener;
  }

  load(): CacheLoad {
    const { count, weight: bytes, dropped } = this.#store;
    return { ...this.#counts, dropped, count, bytes };
  }

  #respond(request: IncomingMessage, response: ServerResponse, passOn: RequestListener): void {
    if (!this.#isHostValid(request, response)) return;
    // Starts one write per event loop turn, so that reads are served in between.
    if (WRITE_METHODS.has(request.method ?? '')) {
      this.#writes.begin(() => passOn(request, response));
      return;
    }
    const requested = this.#isClosing ? undefined : readRequestedAddress(request, this.#addresses);
    if (!requested) {
      passOn(request, response);
      return;
    }
    const requestId = requestIdOf(request, Boolean(this.#addresses.trustProxy));
    const exchange = { request, response, requested, startedAt: performance.now(), requestId };
    if (this.#respondFromCache(exchange)) return;
    const passToApp = () => {
      this.#counts.passedOn += 1;
      passOn(request, response);
    };
    this.#respondWhenReady(exchange).then((hasResponded) => hasResponded || passToApp(), passToApp);
  }

  #respondFromCache(exchange: Exchange): boolean {
    const { requested, request } = exchange;
    const encoded = this.#findCached(requested, this.#versions.known(requested))?.responseFor(request.headers);
    if (encoded) this.#send(exchange, encoded, 'fromMemory');
    return encoded !== undefined;
  }

  #senderOf(raw: IncomingMessage): Sender | undefined {
    return this.#Sender && new this.#Sender(raw);
  }

  #findCached({ key }: RequestedAddress, state: string | undefined): CachedResponse | undefined {
    const entry = state === undefined ? undefined : this.#store.find(key);
    return entry?.state === state ? entry?.cached : undefined;
  }

  async #respondWhenReady(exchange: Exchange): Promise<boolean> {
    const { requested, startedAt } = exchange;
    const leftMs = this.#maxWaitMs - (performance.now() - startedAt);
    if (leftMs <= 0) return false;
    const state = this.#versions.known(requested) ?? (await withTimeout(leftMs, this.#versions.read(requested)));
    if (state === undefined) return false;
    const cached = this.#findCached(requested, state);
    if (cached) {
      this.#send(exchange, await this.#responseFor(exchange, cached), 'fromMemory');
      return true;
    }
    // No await between here and the start of rendering, so that it happens once.
    const shared = this.#renderer.find(requested, state);
    if (shared) return this.#sendShared(exchange, shared);
    const stale = this.#renderer.findStale(requested);
    if (!stale) return this.#render(exchange, state);
    // Waits for a stale rendering of the same URL, so that frequent writes do not multiply renderings.
    await withTimeout(leftMs, stale);
    return this.#respondWhenReady(exchange);
  }

  async #sendShared(exchange: Exchange, rendering: Promise<Rendering>): Promise<boolean> {
    const rendered = await withTimeout(this.#maxWaitMs, rendering);
    if (!rendered?.cached) return false;
    this.#send(exchange, await this.#responseFor(exchange, rendered.cached), 'shared');
    return true;
  }

  async #render(exchange: Exchange, state: string): Promise<boolean> {
    const { request, response, requested, requestId } = exchange;
    const headers = visibleHeaders(requested, request, this.#addresses);
    const cause = { requestId, headers, remoteAddress: this.#peerAddress(request, headers) };
    const rendering = this.#app && this.#renderer.render(this.#app, requested, state, cause);
    const rendered =
      rendering && (await withTimeout(this.#maxWaitMs, this.#storeRendered(requested, state, rendering)));
    if (!rendered) return false;
    const status = rendered.cached
      ? sendEncoded(request, response, await this.#responseFor(exchange, rendered.cached), this.#sending(exchange))
      : await this.#sendUncached(exchange, rendered.response);
    this.#note(exchange, status, 'rendered');
    logResponse(this.#options.log, this.#toLogged(exchange, status), { reqId: requestId });
    return true;
  }

  /**
   * Returns the address that Fastify will see as the peer: the client's, or the proxy's if its headers are passed on.
   */
  #peerAddress(request: IncomingMessage, headers: Readonly<Record<string, string>>): string | undefined {
    const sender = isForwarded(headers) ? undefined : this.#senderOf(request);
    return sender?.ip ?? request.socket.remoteAddress;
  }

  /** Stores the state from before rendering, so that a concurrent write makes the entry stale. */
  async #storeRendered(requested: RequestedAddress, state: string, rendering: Promise<Rendering>): Promise<Rendering> {
    const rendered = await rendering;
    if (rendered.cached) this.#store.set(requested.key, toEntry(state, rendered.cached));
    return rendered;
  }

  async #responseFor({ requested, request: { headers } }: Exchange, cached: CachedResponse): Promise<EncodedResponse> {
    const ready = cached.responseFor(headers);
    if (ready) return ready;
    const encoding = cached
      .prepareEncoding(headers, this.#compressor)
      .then(() => this.#store.updateWeight(requested.key));
    await withTimeout(this.#maxWaitMs, encoding);
    return cached.responseFor(headers) ?? cached.plainResponse();
  }

  async #sendUncached(exchange: Exchange, uncached: AppResponse): Promise<number> {
    const { request, response } = exchange;
    const encoded = await withTimeout(this.#maxWaitMs, encodeFor(request.headers, uncached, this.#compressor));
    return sendUncached(request, response, encoded ?? uncached, this.#sending(exchange));
  }

  #send(exchange: Exchange, encoded: EncodedResponse, source: keyof CacheCounters): void {
    const status = sendEncoded(exchange.request, exchange.response, encoded, this.#sending(exchange));
    this.#note(exchange, status, source);
    this.#responseLog.add(() => this.#toLogged(exchange, status), exchange.requestId);
  }

  #note({ request, requested, startedAt }: Exchange, statusCode: number, source: keyof CacheCounters): void {
    this.#counts[source] += 1;
    const { method = '' } = request;
    this.#listener?.({ route: requested.route, method, statusCode, durationMs: performance.now() - startedAt });
  }

  #sending({ requestId }: Exchange): Sending {
    return { requestId, isClosing: this.#isClosing, ageMs: this.#options.database.outage()?.sinceMs };
  }

  #toLogged({ request, startedAt }: Exchange, statusCode: number): AnsweredRequest {
    const { method = '', url = '' } = request;
    const remoteAddress = this.#senderOf(request)?.ip ?? '';
    return { method, url, statusCode, durationMs: performance.now() - startedAt, remoteAddress };
  }
}

function toEntry(state: string, cached: CachedResponse): Entry {
  return {
    state,
    cached,
    get weight() {
      return cached.weight;
    },
  };
}
