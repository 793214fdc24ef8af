import fc from 'fast-check';
import { addressesOf } from './addresses.ts';
import type { ApiDocument, Operation } from './document.ts';
import { hostileValue } from './hostile-values.ts';
import { type Known, valuesOf } from './valid-values.ts';

export interface FuzzedRequest {
  readonly url: string;
  readonly contentType: string | undefined;
  readonly payload: string | undefined;
}

export function requestsFor(document: ApiDocument, operation: Operation, known: Known): fc.Arbitrary<FuzzedRequest> {
  const valuesFor = valuesOf(document, known);
  const body = operation.body ? bodiesOf(valuesFor(operation.body)) : fc.constant(noBody);
  return fc.tuple(addressesOf(operation, valuesFor), body).map(([url, sent]) => ({ url, ...sent }));
}

const noBody = { contentType: undefined, payload: undefined };

function bodiesOf(valid: fc.Arbitrary<unknown>): fc.Arbitrary<Omit<FuzzedRequest, 'url'>> {
  const json = (value: fc.Arbitrary<unknown>) =>
    value.map((body) => ({ contentType: 'application/json', payload: JSON.stringify(body) ?? 'null' }));
  const changed = fc.tuple(valid, fc.nat(), hostileValue).map(([body, at, value]) => withOneChanged(body, at, value));
  return fc.oneof(
    { weight: 6, arbitrary: json(valid) },
    { weight: 6, arbitrary: json(changed) },
    { weight: 1, arbitrary: json(hostileValue) },
    { weight: 1, arbitrary: brokenBody },
    {
      weight: 1,
      arbitrary: fc
        .tuple(valid, otherContentType)
        .map(([body, contentType]) => ({ contentType, payload: JSON.stringify(body) ?? '' })),
    },
  );
}

const brokenBody = fc.constantFrom(
  { contentType: 'application/json', payload: '' },
  { contentType: 'application/json', payload: '{' },
  { contentType: 'application/json', payload: '{"a":1e999}' },
  { contentType: 'application/json', payload: '{"__proto__":{"a":1}}' },
  { contentType: 'application/json', payload: '{"constructor":{"prototype":{"a":1}}}' },
  { contentType: 'application/json', payload: '\ufeff{}' },
  { contentType: 'application/json', payload: '{"title":"\\ud800","label":"\\ud800"}' },
  { contentType: 'application/json', payload: '['.repeat(10_000) },
  { contentType: 'application/json', payload: `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}` },
  { contentType: 'application/json; charset=utf-7', payload: '{}' },
  noBody,
);

const otherContentType = fc.constantFrom(
  'text/plain',
  'text/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'nonsense',
  ';',
);

function withOneChanged(body: unknown, at: number, value: unknown): unknown {
  const places = placesIn(body);
  const place = places[at % places.length];
  return place === undefined ? value : replaced(body, place, value);
}

type Place = readonly string[];

function placesIn(value: unknown, here: Place = []): Place[] {
  const inside = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [here, ...inside.flatMap(([key, part]) => placesIn(part, [...here, key]))];
}

function replaced(body: unknown, [key, ...rest]: Place, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(body)) return body.map((item, at) => (String(at) === key ? replaced(item, rest, value) : item));
  const object = body as Record<string, unknown>;
  return { ...object, [key]: replaced(object[key], rest, value) };
}
