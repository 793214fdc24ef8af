import type { z } from 'zod';

/** What somebody must be to call an endpoint; each level includes the ones after it, from `admin` down to `public`. */
export type AccessLevel = 'public' | 'signed-in' | 'viewer' | 'editor' | 'admin';

/**
 * Who may call. With scope `service` the service named in the path must be among the caller's accepted services;
 * with `any` it need not be. What is public and knows its actor tells users, who bring a token, from guests.
 */
export type Access =
  | { readonly level: 'public'; readonly knowsActor?: true }
  | { readonly level: Exclude<AccessLevel, 'public'>; readonly scope: 'service' | 'any' };

export const publicAccess = { level: 'public' } as const satisfies Access;

/** For everybody; whoever brings a token must bring a good one, and acts as themselves. */
export const publicKnowingWho = { level: 'public', knowsActor: true } as const satisfies Access;

/** Whoever may enter the console at all and has the service: what viewers read. */
export const viewerOfService = { level: 'viewer', scope: 'service' } as const satisfies Access;

/** Whoever may change what a service publishes. */
export const editorOfService = { level: 'editor', scope: 'service' } as const satisfies Access;

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';

/** One API call as a value: the server implements it, clients call it, the OpenAPI document describes it. */
export interface Endpoint<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Who extends Access = Access,
> {
  readonly method: Method;
  /** Relative to `/api`, with `:name` for each parameter. */
  readonly path: string;
  /** One line for people, shown in the API's own documentation. */
  readonly summary: string;
  readonly tag: string;
  readonly access: Who;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Longest accepted body in bytes, where it is more than the product's own limit. */
  readonly bodyLimit?: number;
  /** An allow-list: what is not declared here never leaves the server. No `.transform`, no `.default`. */
  readonly response: Response;
  /** Successes besides 200: 201 with the same response where the call made something, 301 to where it has moved. */
  readonly alsoAnswers?: readonly (201 | 301)[];
}

/** Keeps the exact schema types of an endpoint while checking its shape. */
export function endpoint<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Response extends z.ZodType,
  const Who extends Access,
>(definition: Endpoint<Params, Query, Body, Response, Who>): Endpoint<Params, Query, Body, Response, Who> {
  return definition;
}

/** `never` where the endpoint declares no such schema: inference then falls back to the schema's widest form. */
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

/** What a caller hands over for an endpoint. */
export type RequestOf<E extends Endpoint> = object &
  Given<'params', Declared<E['params']>> &
  Given<'query', Declared<E['query']>> &
  Given<'body', Declared<E['body']>>;

/** What a caller gets back. */
export type ResponseOf<E extends Endpoint> = z.output<E['response']>;

/** What an implementation receives, parsed. */
export interface ParsedRequest<E extends Endpoint> {
  readonly params: Parsed<Declared<E['params']>>;
  readonly query: Parsed<Declared<E['query']>>;
  readonly body: Parsed<Declared<E['body']>>;
}
