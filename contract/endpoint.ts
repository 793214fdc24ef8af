import type { z } from 'zod';

/** Access level required to call an endpoint. A higher level includes all lower ones, from `admin` down to `public`. */
export type AccessLevel = 'public' | 'signed-in' | 'viewer' | 'editor' | 'admin';

/**
 * Access rule of an endpoint. With scope `service`, the service named in the path must be among the caller's services;
 * `any` has no such restriction. `knowsActor` makes a public endpoint distinguish users, who send a token, from guests.
 */
export type Access =
  | { readonly level: 'public'; readonly knowsActor?: true }
  | { readonly level: Exclude<AccessLevel, 'public'>; readonly scope: 'service' | 'any' };

export const publicAccess = { level: 'public' } as const satisfies Access;

/** A token is optional but must be valid, and identifies the caller. */
export const publicWithActor = { level: 'public', knowsActor: true } as const satisfies Access;

/** Requires any console role and access to the service. */
export const viewerOfService = { level: 'viewer', scope: 'service' } as const satisfies Access;

/** Requires the role editor or admin and access to the service. */
export const editorOfService = { level: 'editor', scope: 'service' } as const satisfies Access;

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';

interface EndpointDefinition<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Response extends z.ZodType,
> {
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Maximum body size in bytes, when larger than the server's default. */
  readonly bodyLimit?: number;
  /** Allow-list: undeclared fields never leave the server. Must not use `.transform` or `.default`. */
  readonly response: Response;
  /**
   * Success statuses besides 200: 201 with the same response when the call created something, 301 when the resource
   * moved.
   */
  readonly alsoAnswers?: readonly (201 | 301)[];
}

/** An API call as a value: the server implements it, clients call it, the OpenAPI document describes it. */
export interface Endpoint<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Who extends Access = Access,
> extends EndpointDefinition<Params, Query, Body, Response> {
  readonly method: Method;
  /** Relative to `/api`, with `:name` for each parameter. */
  readonly path: string;
  readonly tag: string;
  readonly access: Who;
}

interface SharedByEndpoints<Who extends Access, Params extends z.ZodObject> {
  readonly tag: string;
  readonly access: Who;
  readonly params?: Params;
}

type ParamsIn<Path extends string, Shared extends z.ZodObject> = Path extends `${string}/:${string}`
  ? Shared
  : z.ZodObject;

/**
 * Defines endpoints that share a tag, an access rule and, where their paths have parameters, the schema of these. An
 * endpoint may state another rule or schema. Groups with several access rules share the strictest.
 */
export function endpointsOf<const SharedWho extends Access, SharedParams extends z.ZodObject>({
  tag,
  access,
  params,
}: SharedByEndpoints<SharedWho, SharedParams>) {
  return function endpoint<
    Path extends string,
    Query extends z.ZodObject,
    Body extends z.ZodType,
    Response extends z.ZodType,
    Params extends z.ZodObject = ParamsIn<Path, SharedParams>,
    const Who extends Access = SharedWho,
  >(
    method: Method,
    path: Path,
    own: EndpointDefinition<Params, Query, Body, Response> & { readonly access?: Who },
  ): Endpoint<Params, Query, Body, Response, Who> {
    const shared = { method, path, tag, access, ...(path.includes('/:') && params && { params }) };
    return { ...shared, ...own } as Endpoint<Params, Query, Body, Response, Who>;
  };
}

/** `never` when the endpoint declares no such schema, because inference then widens it to the base type. */
type Declared<S> =
  NonNullable<S> extends infer Schema extends z.ZodType
    ? unknown extends z.input<Schema>
      ? never
      : string extends keyof z.input<Schema>
        ? never
        : Schema
    : never;

type Given<Name extends string, S extends z.ZodType> = [S] extends [never]
  ? unknown
  : Record<never, never> extends z.input<S>
    ? { readonly [K in Name]?: z.input<S> }
    : { readonly [K in Name]: z.input<S> };

type Parsed<S extends z.ZodType> = [S] extends [never] ? undefined : z.output<S>;

export type RequestOf<E extends Endpoint> = object &
  Given<'params', Declared<E['params']>> &
  Given<'query', Declared<E['query']>> &
  Given<'body', Declared<E['body']>>;

export type ResponseOf<E extends Endpoint> = z.output<E['response']>;

export interface ParsedRequest<E extends Endpoint> {
  readonly params: Parsed<Declared<E['params']>>;
  readonly query: Parsed<Declared<E['query']>>;
  readonly body: Parsed<Declared<E['body']>>;
}
