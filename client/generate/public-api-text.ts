import { api } from '../../contract/api.ts';
import { Category, CategoryDetail, CategoryNode, SubScope } from '../../contract/categories.ts';
import { CommentCount, CommentForm, CommentProfiles, OwnComment, PublicComment } from '../../contract/comments.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ErrorResponse, FieldError, fieldMessages, messages } from '../../contract/errors.ts';
import { ImageVariant, ShownFile, Wording } from '../../contract/files.ts';
import { Guest } from '../../contract/guests.ts';
import { JsonValue } from '../../contract/json.ts';
import { Order } from '../../contract/paging.ts';
import { PublicPostGroup } from '../../contract/post-groups.ts';
import { FoundPost, TextPiece } from '../../contract/post-search.ts';
import {
  AdjacentPost,
  BodyFormat,
  GroupOfPost,
  PostHeading,
  PostLink,
  PostStatus,
  PublicPost,
} from '../../contract/posts.ts';
import { CommentStatus } from '../../contract/service-configs.ts';
import { PublicService } from '../../contract/services.ts';
import { Language, SiteConfig } from '../../contract/site-config.ts';
import { Tag } from '../../contract/tags.ts';
import { OwnVote, VoteCount, VoteType } from '../../contract/votes.ts';
import { indent, SchemaTypes } from './schema-types.ts';

/** Schemas that become named types; all others are written inline. */
const names = {
  AdjacentPost,
  BodyFormat,
  Category,
  CategoryDetail,
  CategoryNode,
  CommentCount,
  CommentForm,
  CommentProfiles,
  CommentStatus,
  ErrorResponse,
  FieldError,
  FoundPost,
  GroupOfPost,
  Guest,
  ImageVariant,
  JsonValue,
  Language,
  Order,
  OwnComment,
  OwnVote,
  PostHeading,
  PostLink,
  PostStatus,
  PublicComment,
  PublicPost,
  PublicPostGroup,
  PublicService,
  ShownFile,
  SiteConfig,
  SubScope,
  Tag,
  TextPiece,
  VoteCount,
  VoteType,
  Wording,
};

const GROUPS: Readonly<Record<string, string>> = { postSearch: 'posts', postGroups: 'groups' };

const HEAD = `// biome-ignore-all format: generated file
// biome-ignore-all lint/style/noExcessiveLinesPerFile: lists the whole public API

/**
 * The public API as plain types, and the address of each call. \`npm run build:client\` writes this file from
 * \`contract/\`; do not change it by hand.
 */`;

export function publicEndpoints(): Record<string, Record<string, Endpoint>> {
  const groups: Record<string, Record<string, Endpoint>> = {};
  for (const [group, endpoints] of Object.entries<Record<string, Endpoint>>(api)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      if (endpoint.access.level !== 'public') continue;
      const called = GROUPS[group] ?? group;
      const calls = groups[called] ?? {};
      if (name in calls) throw new Error(`Two public calls are ${called}.${name}`);
      groups[called] = { ...calls, [name]: endpoint };
    }
  }
  return groups;
}

export function publicApiText(): string {
  const types = new SchemaTypes(names);
  types.typeOf(ErrorResponse, 'output');
  const groups = Object.entries(publicEndpoints());
  const calls = groups.map(([group, endpoints]) => {
    const lines = Object.entries(endpoints).map(([name, endpoint]) => callText(types, name, endpoint));
    return `${group}: {\n${indent(lines.join('\n'))}\n};`;
  });
  const routes = groups.map(([group, endpoints]) => {
    const lines = Object.entries(endpoints).map(([name, endpoint]) => `${name}: ${routeText(endpoint)},`);
    return `${group}: {\n${indent(lines.join('\n'))}\n},`;
  });
  return `${[
    HEAD,
    ...types.declarations(),
    documented('Known error messages', `export type ErrorMessage =\n${union(messages)};`),
    documented('Known field error messages', `export type FieldMessage =\n${union(fieldMessages)};`),
    documented('Input and response of each call', `export interface PublicApi {\n${indent(calls.join('\n'))}\n}`),
    documented(
      'Route of each call below `/api`; some have a body, some are paged',
      `export const routes = {\n${indent(routes.join('\n'))}\n} as const;`,
    ),
  ].join('\n\n')}\n`;
}

const documented = (why: string, text: string) => `/** ${why}. */\n${text}`;

function callText(types: SchemaTypes, name: string, endpoint: Endpoint): string {
  const parts = [endpoint.params, endpoint.query, endpoint.body].flatMap((schema) => (schema ? [schema] : []));
  if (endpoint.query && endpoint.body) throw new Error(`${endpoint.path} has a query and a body`);
  const fields = parts.flatMap((part) => types.fieldsOf(part));
  const doubled = fields.find((field, index) => fields.findIndex((other) => other.name === field.name) !== index);
  if (doubled) throw new Error(`${endpoint.path} has ${doubled.name} twice`);
  const request = fields.length === 0 ? 'object' : `{\n${indent(fields.map(({ line }) => line).join('\n'))}\n}`;
  return [
    `/** ${endpoint.summary}. */`,
    `${name}: {`,
    indent(`request: ${request};\nanswer: ${types.typeOf(endpoint.response, 'output')};`),
    '};',
  ].join('\n');
}

function routeText({ method, path, query, body }: Endpoint): string {
  const isPaged = query !== undefined && 'pageToken' in query.shape;
  return `{ method: '${method}', path: '${path}'${body ? ', hasBody: true' : ''}${isPaged ? ', isPaged: true' : ''} }`;
}

function union(catalogue: Readonly<Record<string, string>>): string {
  return indent([...new Set(Object.values(catalogue))].map((word) => `| '${word}'`).join('\n'));
}
