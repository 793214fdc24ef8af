import { z } from 'zod';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Parameter {
  readonly in: 'path' | 'query';
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  shapeOf(status: number): z.ZodType | undefined;
}

export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, described]) =>
    Object.entries(described).map(([method, { parameters = [], requestBody, responses }]) => {
      const shapes = new Map<string, z.ZodType | undefined>();
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        parameters,
        body: requestBody?.content['application/json']?.schema,
        shapeOf: (status: number) => {
          const key = Object.hasOwn(responses, status) ? String(status) : `${Math.floor(status / 100)}XX`;
          const schema = responses[key]?.content?.['application/json']?.schema;
          if (schema && !shapes.has(key)) shapes.set(key, shapeIn(document, schema));
          return shapes.get(key);
        },
      };
    }),
  );
}

function shapeIn({ components }: ApiDocument, schema: Schema): z.ZodType {
  const text = JSON.stringify({ ...schema, $defs: components.schemas });
  return z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')));
}

export function resolved({ components }: ApiDocument, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const found = components.schemas[schema.$ref.replace('#/components/schemas/', '')];
  if (!found) throw new Error(`${schema.$ref} leads nowhere`);
  return found;
}
