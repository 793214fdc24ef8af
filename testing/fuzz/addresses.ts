import fc from 'fast-check';
import type { Operation, Schema } from './document.ts';
import { hostileEncoding, hostileText } from './hostile-values.ts';

type ValuesFor = (schema: Schema, name: string) => fc.Arbitrary<unknown>;

export function addressesOf(operation: Operation, valuesFor: ValuesFor): fc.Arbitrary<string> {
  return fc
    .tuple(pathsOf(operation, valuesFor), queriesOf(operation, valuesFor))
    .map(([path, query]) => (query === '' ? path : `${path}?${query}`));
}

const encoded = (value: unknown) => encodeURIComponent(String(value).toWellFormed());

const hostilePart = fc.oneof(hostileText.map(encoded), hostileEncoding);

function pathsOf({ path, parameters }: Operation, valuesFor: ValuesFor) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const parts = names.map((name) => {
    const { schema = { type: 'string' } } = parameters.find((one) => one.in === 'path' && one.name === name) ?? {};
    const plain = valuesFor(schema, `${collectionBefore(path, name)}${name}`).map(encoded);
    return fc.oneof({ weight: 9, arbitrary: plain }, { weight: 1, arbitrary: hostilePart }).filter(isPart);
  });
  return fc.tuple(...parts).map((values) => {
    const left = [...values];
    return path.replace(/\{\w+\}/g, () => left.shift() ?? '');
  });
}

/** Empty and dot segments would address another endpoint. */
function isPart(part: string): boolean {
  return !/^(?:(?:[.]|%2e){1,2})?$/i.test(part);
}

function collectionBefore(path: string, name = ''): string {
  if (name !== 'slug') return '';
  return ['groups', 'categories'].find((collection) => path.includes(`/${collection}/`)) ?? '';
}

function queriesOf({ parameters }: Operation, valuesFor: ValuesFor) {
  const named = parameters.filter((one) => one.in === 'query');
  const described = named.map(({ name, schema, required = false }) => {
    const pair = valuesFor(schema, name).map((value) => `${name}=${encoded(value)}`);
    return required ? pair : fc.option(pair, { nil: undefined, freq: 1 });
  });
  const query = fc.tuple(...described).map((pairs) => pairs.filter((pair) => pair !== undefined));
  return fc
    .oneof(
      { weight: 3, arbitrary: query },
      { weight: 2, arbitrary: fc.tuple(query, hostilePair(named)).map(([pairs, one]) => [one, ...pairs]) },
      { weight: 1, arbitrary: fc.tuple(query, hostilePair(named)).map(([pairs, one]) => [...pairs.slice(1), one]) },
    )
    .map((pairs) => pairs.join('&'));
}

function hostilePair(named: Operation['parameters']) {
  const unknownParameter = fc.constantFrom(...unknownParameters);
  if (named.length === 0) return unknownParameter;
  const name = fc.constantFrom(...named.map((one) => one.name));
  const separator = fc.constantFrom('=', '=', '[]=', '.a=', '');
  return fc.oneof(
    { weight: 5, arbitrary: fc.tuple(name, separator, hostilePart).map((parts) => parts.join('')) },
    { weight: 1, arbitrary: unknownParameter },
  );
}

const unknownParameters = [
  'unheardOf=1',
  '__proto__=1',
  'constructor=1',
  '=',
  '&&',
  '%ZZ=1',
  'a[b][c]=1',
  'PageToken=',
];
