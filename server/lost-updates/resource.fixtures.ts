import type { Endpoint } from '#contract/endpoint.ts';
import type { GivenUser } from '#testing/given-user.ts';

// biome-ignore lint/suspicious/noExplicitAny: response of any resource
export type Json = any;

export type Values = Readonly<Record<string, unknown>>;

/** State of a resource with its version: a revision, or the list itself where an order has no revision. */
export interface State {
  readonly values: Values;
  readonly version: unknown;
}

/** A kind of record with the call that updates it, one field at a time. */
export interface Resource {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
  /** Values of each field that editors save. */
  readonly fields: Readonly<Record<string, readonly unknown[]>>;
  readonly readAt?: string;
  /** Finds the record in the response of `readAt`. */
  readonly found?: (json: Json) => Json;
  readonly pick?: (field: string, json: Json) => unknown;
  readonly valuesOf?: (json: Json) => Values;
  readonly toBody?: (field: string, value: unknown) => object;
  /** Request field that takes the version that the editor saw; null if the last save wins. */
  readonly versionName?: string | null;
  readonly versionOf?: (json: Json) => unknown;
  readonly versionAfter?: (values: Values) => unknown;
  readonly apply?: (values: Values, field: string, value: unknown) => Values;
  /** A save of the stored value returns 400. */
  readonly rejectsSame?: true;
  /** A save of the stored value raises the revision. */
  readonly raisesAlways?: true;
  /** Responses to updates do not contain the state. */
  readonly answersNoState?: true;
  /** The record belongs to one account: both editors are tabs of it. */
  readonly isPersonal?: true;
}

export function addressOf({ endpoint, params }: Pick<Resource, 'endpoint' | 'params'>): string {
  return `/api${endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')}`;
}

export function stateOf(resource: Resource, json: Json): State {
  const { fields, pick = (field, json) => json[field] } = resource;
  const valuesOf =
    resource.valuesOf ?? ((json) => Object.fromEntries(Object.keys(fields).map((field) => [field, pick(field, json)])));
  return { values: valuesOf(json), version: versionIn(resource, json) };
}

export function versionIn({ versionName = 'revision', versionOf }: Resource, json: Json): unknown {
  if (versionName === null) return null;
  return versionOf ? versionOf(json) : json?.[versionName];
}

export async function read({ send }: GivenUser, resource: Resource): Promise<State> {
  const { readAt, found = (json) => json } = resource;
  const { json } = await send('GET', readAt ? `/api/admin/${readAt}` : addressOf(resource));
  return stateOf(resource, found(json));
}
