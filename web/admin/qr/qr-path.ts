/**
 * Returns the path of the QR code screen. The URL is placed in the fragment, which browsers do not send, because a
 * preview URL grants access.
 */
export const qrPath = (url?: string) => (url === undefined ? '/admin/qr' : `/admin/qr#${encodeURIComponent(url)}`);

export function urlOfHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
