import { z } from 'zod';
import { PostLink } from '#contract/posts.ts';

export const PIXELS = { min: 64, max: 4096, preset: 512 };
export const MARGIN = { min: 0, max: 20, preset: 4 };

const Requested = z.object({
  url: PostLink.shape.url.refine((value) => URL.canParse(value)),
  pixels: z.int().min(PIXELS.min).max(PIXELS.max),
  margin: z.int().min(MARGIN.min).max(MARGIN.max),
});
export type QrOptions = z.infer<typeof Requested>;

export interface TypedQrOptions {
  readonly url: string;
  readonly pixels: string;
  readonly margin: string;
}

export function readOptions({ url, pixels, margin }: TypedQrOptions): {
  requested?: QrOptions;
  fieldErrors: Set<keyof QrOptions>;
} {
  const read = Requested.safeParse({ url: url.trim(), pixels: numberOf(pixels), margin: numberOf(margin) });
  if (read.success) return { requested: read.data, fieldErrors: new Set() };
  return { fieldErrors: new Set(read.error.issues.map(({ path }) => path[0] as keyof QrOptions)) };
}

/** Treats empty text as missing, which `Number` would convert to 0. */
const numberOf = (value: string) => (value.trim() === '' ? Number.NaN : Number(value));

export function fileNameOf(url: string): string {
  const { host, pathname } = new URL(url);
  const last = pathname.split('/').findLast((part) => part !== '') ?? '';
  const name = `${host} ${last}`.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^-+|-+$/g, '');
  return `qr-${name.slice(0, 80)}`;
}
