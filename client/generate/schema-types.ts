import { z } from 'zod';

interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
}

/**
 * Converts zod schemas to plain TypeScript types, so that users do not need zod. `#named` collects the schemas that
 * others refer to.
 */
export class SchemaTypes {
  readonly #registry = z.registry<{ id: string }>();
  readonly #named = new Map<string, JsonSchema>();

  constructor(names: Readonly<Record<string, z.ZodType>>) {
    for (const [id, schema] of Object.entries(names)) this.#registry.add(schema, { id });
  }

  typeOf(schema: z.ZodType, io: 'input' | 'output'): string {
    return typeText(this.#describe(schema, io));
  }

  fieldsOf(schema: z.ZodType): { name: string; line: string; isRequired: boolean }[] {
    const { properties = {}, required = [] } = this.#describe(schema, 'input');
    return Object.entries(properties).map(([name, property]) => ({
      name,
      line: fieldText(name, property, required),
      isRequired: required.includes(name),
    }));
  }

  declarations(): string[] {
    return [...this.#named].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(declarationText);
  }

  #describe(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const described = z.toJSONSchema(z.object({ it: schema }), {
      io,
      metadata: this.#registry,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        // Booleans are text on the wire; the client converts them.
        if (isYesOrNo(zodSchema)) jsonSchema.type = 'boolean';
      },
    }) as JsonSchema;
    for (const [name, definition] of Object.entries(described.$defs ?? {})) this.#named.set(name, definition);
    return described.properties?.it ?? {};
  }
}

function isYesOrNo(schema: z.core.$ZodTypes): boolean {
  const { def } = schema._zod;
  return def.type === 'default' && typeof def.defaultValue === 'boolean';
}

function declarationText([name, schema]: [string, JsonSchema]): string {
  if (name === 'JsonValue') {
    return 'export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };';
  }
  const text = typeText(schema);
  return text.startsWith('{') ? `export interface ${name} ${text}` : `export type ${name} = ${text};`;
}

function typeText(schema: JsonSchema): string {
  if (schema.$ref) return schema.$ref.replace('#/$defs/', '');
  if ('const' in schema) return literalText(schema.const);
  if (schema.enum) return schema.enum.map(literalText).join(' | ');
  if (schema.anyOf) return anyText(schema.anyOf.map(typeText));
  if (Array.isArray(schema.type)) return anyText(schema.type.map((type) => typeText({ type })));
  if (schema.type === 'integer') return 'number';
  if (schema.type === 'array') return arrayText(typeText(schema.items ?? {}));
  if (schema.type === 'object') return objectText(schema);
  return typeof schema.type === 'string' ? schema.type : 'unknown';
}

function anyText(texts: readonly string[]): string {
  const isAnyText = texts.includes('string');
  return [...new Set(texts)].filter((text) => !(isAnyText && text.startsWith("'"))).join(' | ');
}

const literalText = (value: unknown) => (typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : `${value}`);

const arrayText = (item: string) => (/^\w+$|^\{[^|]*\}$/s.test(item) ? `${item}[]` : `(${item})[]`);

function objectText({ properties, required = [], additionalProperties }: JsonSchema): string {
  if (!properties || Object.keys(properties).length === 0) {
    const values = typeof additionalProperties === 'object' ? typeText(additionalProperties) : 'unknown';
    return `Record<string, ${values}>`;
  }
  const lines = Object.entries(properties).map(([name, property]) => fieldText(name, property, required));
  return `{\n${indent(lines.join('\n'))}\n}`;
}

function fieldText(name: string, schema: JsonSchema, required: readonly string[]): string {
  return `${name}${required.includes(name) ? '' : '?'}: ${typeText(schema)};`;
}

export const indent = (text: string) => text.replace(/^(?=.)/gm, '  ');
