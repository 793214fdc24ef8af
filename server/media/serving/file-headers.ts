import type { OutgoingHttpHeaders } from 'node:http';
import { create as createDisposition } from 'content-disposition';
import type { FileRow } from '../../database/media-tables.ts';

export interface AskedFile {
  /** What is behind `?v=`. */
  readonly version: string | undefined;
  readonly isDownload: boolean;
}

/** Far enough away for the bytes of one version, which never change. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** May be another thing at any time; whoever keeps it asks whether it is still that. */
export const ASK_AGAIN = 'public, no-cache';

/** What browsers show and never run. */
const SHOWN = /^(?:image\/(?:png|gif|jpeg|webp|avif)|application\/pdf|text\/plain|(?:audio|video)\/[\w.+-]+)$/;
/** Nothing is loaded but what it is itself, and nothing is run. */
const POLICY = "default-src 'none'; img-src 'self'; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'";

/**
 * What goes with the bytes of a file, whoever wrote them: browsers show some types and offer the others to be kept,
 * under the name that people gave the file.
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
    // Browsers' own viewers of PDF do not come up in a sandbox.
    'content-security-policy': isShown && mimeType === 'application/pdf' ? POLICY : `${POLICY}; sandbox`,
    'content-disposition': createDisposition(nameOf(file.name, extension), {
      type: isShown && !isDownload ? 'inline' : 'attachment',
    }),
    'access-control-expose-headers': 'Accept-Ranges, Content-Disposition, Content-Range, ETag',
  };
}

/** What no file system takes in a name, or takes for something else. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;

/** The name with the ending of what it is now. */
function nameOf(name: string, extension: string): string {
  const fit = name.replaceAll(UNFIT, '_').trim();
  const ending = /\.([0-9a-z]{1,5})$/i.exec(fit)?.[1]?.toLowerCase();
  const isRight = ending === extension || (ending === 'jpeg' && extension === 'jpg') || extension === 'bin';
  if (isRight) return fit;
  return `${ending === undefined ? fit : fit.slice(0, -ending.length - 1)}.${extension}`;
}
