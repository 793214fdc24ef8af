import type { BodyFormat } from '#contract/posts.ts';
import { htmlToMarkdown, htmlToText, markdownToHtml, onlyCodeOf } from './convert-html.ts';
import { codeToHtml, codeToMarkdown, textToHtml, textToMarkdown } from './convert-text.ts';

export interface Conversion {
  readonly body: string;
  readonly from: BodyFormat;
  readonly to: BodyFormat;
}

type Way = `${BodyFormat} ${BodyFormat}`;

const ways: Readonly<Partial<Record<Way, (body: string) => string | Promise<string>>>> = {
  'markdown html': markdownToHtml,
  'markdown text': async (body) => htmlToText(await markdownToHtml(body)),
  'markdown json': async (body) => onlyJson(onlyCodeOf(await markdownToHtml(body))) ?? toJson(body),
  'html markdown': htmlToMarkdown,
  'html text': htmlToText,
  'html json': (body) => onlyJson(onlyCodeOf(body)) ?? toJson(body),
  'text markdown': textToMarkdown,
  'text html': textToHtml,
  'text json': toJson,
  'json markdown': (body) => textIn(body) ?? codeToMarkdown(body),
  'json html': (body) => textIn(body) ?? codeToHtml(body),
  'json text': (body) => textIn(body) ?? body,
};

/**
 * Converts a body as faithfully as the target format allows.
 * @throws {RangeError} when the body nests deeper than the stack
 */
export async function convertBody({ body, from, to }: Conversion): Promise<string> {
  const convert = ways[`${from} ${to}`];
  return body.trim() === '' || !convert ? body : convert(body);
}

function toJson(body: string): string {
  return onlyJson(body) ?? JSON.stringify(body);
}

function onlyJson(body: string | undefined): string | undefined {
  return body !== undefined && parsed(body) !== undefined ? body : undefined;
}

/** Returns the text that was encoded as a JSON string; undefined for other JSON. */
function textIn(body: string): string | undefined {
  const value = parsed(body);
  return typeof value === 'string' ? value : undefined;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
