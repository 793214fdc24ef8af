import fc from 'fast-check';
import { type ApiDocument, resolved, type Schema } from './document.ts';

const LONGEST_TEXT = 200;
const MOST_ITEMS = 3;
const MOST_OPTIONAL = 4;

export type Known = Readonly<Record<string, readonly (string | number)[]>>;

export function valuesOf(document: ApiDocument, known: Known) {
  const valuesFor = (given: Schema, name = ''): fc.Arbitrary<unknown> => {
    const schema = resolved(document, given);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return fc.oneof(...choices.map((choice) => valuesFor(choice, name)));
    if (schema.allOf) return allOf(schema.allOf.map((part) => valuesFor(part, name)));
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    switch (schema.type) {
      case 'string':
        return textOf(schema, name);
      case 'integer':
      case 'number':
        return numberOf(schema, name);
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'array':
        return arrayOf(schema, name);
      case 'object':
        return objectOf(schema);
      default:
        return fc.jsonValue({ maxDepth: 2 });
    }
  };

  const allOf = (parts: readonly fc.Arbitrary<unknown>[]) =>
    fc.tuple(...parts).map((values) => Object.assign({}, ...values));

  const orKnown = <Value extends string | number>(
    made: fc.Arbitrary<Value>,
    name: string,
    fits: (value: unknown) => boolean,
  ) => {
    const fitting = (known[name] ?? []).filter(fits) as Value[];
    return fitting.length === 0 ? made : fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...fitting) }, made);
  };

  const textOf = ({ pattern, minLength = 0, maxLength = 1000 }: Schema, name: string) => {
    const shape = pattern === undefined ? undefined : new RegExp(pattern);
    const fits = (value: unknown) =>
      typeof value === 'string' &&
      value.length >= minLength &&
      value.length <= maxLength &&
      (shape?.test(value) ?? true);
    const longest = Math.min(maxLength, LONGEST_TEXT);
    const made = shape
      ? fc.stringMatching(shape, { maxLength: longest }).filter(fits)
      : fc.string({ minLength, maxLength: longest, unit: 'grapheme' });
    return orKnown(made, name, fits);
  };

  const numberOf = ({ type, minimum = 0, maximum = 100 }: Schema, name: string) => {
    const min = Math.max(minimum, -(2 ** 31));
    const max = Math.min(maximum, 2 ** 31 - 1);
    const made = type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
    return orKnown(made, name, (value) => typeof value === 'number' && value >= min && value <= max);
  };

  const arrayOf = ({ items = {}, minItems = 0, maxItems = MOST_ITEMS }: Schema, name: string) =>
    fc.array(valuesFor(items, name), {
      minLength: minItems,
      maxLength: Math.max(minItems, Math.min(maxItems, MOST_ITEMS)),
    });

  /** Includes few optional properties, because each one adds a chance of errors. */
  const objectOf = ({ properties = {}, required = [] }: Schema) => {
    const optional = Object.keys(properties).filter((name) => !required.includes(name));
    return fc
      .subarray(optional, { maxLength: Math.min(optional.length, MOST_OPTIONAL) })
      .chain((names) =>
        fc.record(
          Object.fromEntries([...required, ...names].map((name) => [name, valuesFor(properties[name] ?? {}, name)])),
        ),
      );
  };

  return valuesFor;
}
