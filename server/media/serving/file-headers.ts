import type { OutgoingHttpHeaders } from 'node:http';
import { create as createDisposition } from 'content-disposition';
import type { FileRow } from '../../database/media-tables.ts';

export interface AskedFile {
  readonly version: string | undefined;
  readonly isDownload: boolean;
}

const FOR_EVER = 'public, max-age=31536000, immutable';
export const ASK_AGAIN = 'public, no-cache';

/** Types that browsers display without running them. */
const SHOWN = /^(?:image\/(?:png|gif|jpeg|webp|avif)|application\/pdf|text\/plain|(?:audio|video)\/[\w.+-]+)$/;
/** Security: forbids scripts and all loading except the file itself. */
const POLICY = "default-src 'none'; img-src 'self'; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'";

/**
 * Returns the headers of an untrusted file. Only harmless types are shown inline; others become downloads under the
 * name of the file.
 */
export function fileHeaders(
  file: FileRow,
  { mimeType, extension }: { readonly mimeType: string; readonly extension: string },
  { version, isDownload }: AskedFile,
): OutgoingHttpHeaders {
  const isCurrent = version === undefined ? file.version === 1 : version === String(file.version);
  const isShown = SHOWN.test(mimeType);
  return {
    'cache-control': isCurrent ? FOR_EVER : ASK_AGAIN,
    // PDF viewers of browsers do not work in a sandbox.
    'content-security-policy': isShown && mimeType === 'application/pdf' ? POLICY : `${POLICY}; sandbox`,
    'content-disposition': createDisposition(nameOf(file.name, extension), {
      type: isShown && !isDownload ? 'inline' : 'attachment',
    }),
    'access-control-expose-headers': 'Accept-Ranges, Content-Disposition, Content-Range, ETag',
  };
}

const UNFIT = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;

function nameOf(name: string, extension: string): string {
  const fit = name.replaceAll(UNFIT, '_').trim();
  const ending = /\.([0-9a-z]{1,5})$/i.exec(fit)?.[1]?.toLowerCase();
  const isRight = ending === extension || (ending === 'jpeg' && extension === 'jpg') || extension === 'bin';
  if (isRight) return fit;
  return `${ending === undefined ? fit : fit.slice(0, -ending.length - 1)}.${extension}`;
}
