import { getSchema } from '@tiptap/core';
import { DOMParser as SchemaParser } from '@tiptap/pm/model';
import { richExtensions } from './rich-extensions.ts';
import { richHtml } from './rich-html.ts';

export function normalise(html: string): string {
  const schema = getSchema(richExtensions(''));
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return richHtml(SchemaParser.fromSchema(schema).parse(body));
}
