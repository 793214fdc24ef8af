/**
 * The screen that makes files of a QR code, of this address if one is given.
 * It goes behind `#`, which browsers keep to themselves: a preview link in it is a key.
 */
export const qrPath = (url?: string) => (url === undefined ? '/admin/qr' : `/admin/qr#${encodeURIComponent(url)}`);

/** The address that the screen was opened with. */
export function urlOfHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
