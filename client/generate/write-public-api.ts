import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { z } from 'zod';
import { api } from '../../contract/api.ts';
import * as categories from '../../contract/categories.ts';
import * as comments from '../../contract/comments.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import * as errors from '../../contract/errors.ts';
import * as files from '../../contract/files.ts';
import * as guests from '../../contract/guests.ts';
import * as paging from '../../contract/paging.ts';
import * as groups from '../../contract/post-groups.ts';
import * as search from '../../contract/post-search.ts';
import * as posts from '../../contract/posts.ts';
import * as configs from '../../contract/service-configs.ts';
import * as services from '../../contract/services.ts';
import * as site from '../../contract/site-config.ts';
import * as tags from '../../contract/tags.ts';
import * as json from '../../contract/text.ts';
import * as votes from '../../contract/votes.ts';

/** Modules whose exported schemas become named types; all others are written inline. */
const modules = [
  categories,
  comments,
  errors,
  files,
  guests,
  json,
  paging,
  groups,
  search,
  posts,
  configs,
  services,
  site,
  tags,
  votes,
];

const GROUPS: Readonly<Record<string, string>> = { postSearch: 'posts', postGroups: 'groups' };

const publicApiFile = join(import.meta.dirname, '..', 'public-api.ts');

export async function writePublicApi(): Promise<void> {
  await writeFile(publicApiFile, await publicApiText());
}

export function publicEndpoints(): Record<string, Record<string, Endpoint>> {
  const found: Record<string, Record<string, Endpoint>> = {};
  for (const [group, endpoints] of Object.entries<Record<string, Endpoint>>(api)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      if (endpoint.access.level !== 'public') continue;
      const called = GROUPS[group] ?? group;
      if (name in (found[called] ?? {})) throw new Error(`Two public calls are ${called}.${name}`);
      found[called] = { ...found[called], [name]: endpoint };
    }
  }
  return found;
}

async function publicApiText(): Promise<string> {
  const definitions: Record<string, JSONSchema> = {};
  const describe = (schema: z.ZodType, io: 'input' | 'output') => {
    const { $defs, properties } = toJsonSchema(z.object({ it: schema }), io);
    Object.assign(definitions, $defs);
    return properties?.it ?? {};
  };
  const calls = mapEndpoints((endpoint) => ({
    ...objectOf({
      request: describe(requestOf(endpoint), 'input'),
      answer: describe(endpoint.response, 'output'),
    }),
    description: `${endpoint.summary}.`,
  }));
  describe(errors.ErrorResponse, 'output');
  const types = await compile(
    {
      ...objectOf(Object.fromEntries(Object.entries(calls).map(([group, named]) => [group, objectOf(named)]))),
      description: 'Input and response of each call.',
      $defs: {
        ...definitions,
        JsonValue: { tsType: 'string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue }' },
        ErrorMessage: { enum: Object.values(errors.messages), description: 'Known error messages.' },
        FieldMessage: { enum: Object.values(errors.fieldMessages), description: 'Known field error messages.' },
      },
    },
    'PublicApi',
    { additionalProperties: false, bannerComment: '', format: false, unreachableDefinitions: true },
  );
  return `${types.replace(REFERENCE_NOTES, '')}
/** Route of each call below \`/api\`; some have a body, some are paged. */
export const routes = ${JSON.stringify(mapEndpoints(routeOf), null, 2)} as const;
`;
}

/** Notes of the compiler about its input, alone or below a description. */
const REFERENCE_NOTES =
  /\/\*\*\n \* This interface was referenced by[^/]*\*\/\n|\n \* \n \* This interface was.*\n.*(?=\n \*\/)/g;

function mapEndpoints<T>(map: (endpoint: Endpoint) => T): Record<string, Record<string, T>> {
  return Object.fromEntries(
    Object.entries(publicEndpoints()).map(([group, calls]) => [
      group,
      Object.fromEntries(Object.entries(calls).map(([name, endpoint]) => [name, map(endpoint)])),
    ]),
  );
}

function requestOf({ path, params, query, body }: Endpoint): z.ZodObject {
  if (query && body) throw new Error(`${path} has a query and a body`);
  const shapes = [params, query, body].flatMap((part) => (part instanceof z.ZodObject ? [part.shape] : []));
  const shape = Object.assign({}, ...shapes);
  if (Object.keys(shape).length < shapes.flatMap(Object.keys).length) throw new Error(`${path} has a name twice`);
  return z.object(shape);
}

function routeOf({ method, path, query, body }: Endpoint) {
  const isPaged = query !== undefined && 'pageToken' in query.shape;
  return { method, path, ...(body && { hasBody: true }), ...(isPaged && { isPaged }) };
}

function objectOf(properties: Record<string, JSONSchema>): JSONSchema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JSONSchema {
  return z.toJSONSchema(schema, {
    io,
    metadata: named,
    unrepresentable: 'any',
    override: ({ zodSchema: { _zod }, jsonSchema }) => {
      // Booleans are text on the wire; the client converts them.
      if (_zod.def.type === 'default' && typeof _zod.def.defaultValue === 'boolean') jsonSchema.type = 'boolean';
    },
  }) as JSONSchema;
}

const named = z.registry<{ id: string }>();
for (const [id, schema] of modules.flatMap((module) => Object.entries<unknown>(module))) {
  if (schema instanceof z.ZodObject || schema instanceof z.ZodEnum) named.add(schema, { id });
}
named.add(json.JsonValue, { id: 'JsonValue' });

if (import.meta.main) await writePublicApi();
