import { adminPostApi } from '#contract/admin-posts.ts';
import { postConversionApi } from '#contract/post-conversions.ts';
import { type BodyFormat, type EditorMode, formatOfMode } from '#contract/posts.ts';
import { quietCall } from '../../../../session/console-call.ts';
import { type Loss, lossesBetween } from './losses.ts';

export interface Switched {
  readonly text: string;
  /** Empty for JSON, which keeps the source text as a string. */
  readonly losses: readonly Loss[];
  readonly isJsonString: boolean;
}

interface Wanted {
  readonly serviceId: string;
  readonly text: string;
  readonly from: EditorMode;
  readonly to: EditorMode;
}

export async function toMode({ serviceId, text, from, to }: Wanted): Promise<Switched> {
  const formats = { from: formatOfMode[from], to: formatOfMode[to] };
  const converted = await convert(serviceId, { body: text, ...formats });
  const next = to === 'richText' ? await asRichText(converted) : converted;
  if (to === 'json') return { text: next, losses: [], isJsonString: next.startsWith('"') };
  // JSON is displayed as code, so there is nothing to compare.
  if (from === 'json') return { text: next, losses: [], isJsonString: false };
  // Compares the HTML sources, because rich text also drops parts that readers do not see.
  if (to === 'richText' && from !== 'text') {
    return { text: next, losses: lossesBetween(converted, next), isJsonString: false };
  }
  const before = await preview(serviceId, text, formats.from);
  const after = await preview(serviceId, next, formats.to);
  return { text: next, losses: lossesBetween(before, after), isJsonString: false };
}

async function convert(serviceId: string, body: { body: string; from: BodyFormat; to: BodyFormat }): Promise<string> {
  if (body.from === body.to) return body.body;
  return (await quietCall(postConversionApi.convert, { params: { serviceId }, body })).body;
}

async function preview(serviceId: string, body: string, bodyFormat: BodyFormat): Promise<string> {
  return (await quietCall(adminPostApi.preview, { params: { serviceId }, body: { body, bodyFormat } })).bodyHtml;
}

async function asRichText(html: string): Promise<string> {
  const { normalise } = await import('../rich/normalise.ts');
  return normalise(html);
}
