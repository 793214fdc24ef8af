export interface SecurityTxt {
  readonly origin: string;
  /** Where readers may turn to. */
  readonly contactUrl: string;
  readonly now: Date;
}

/** Far enough to be of use, and less than the year that RFC 9116 recommends. */
const MONTHS_AHEAD = 6;

/** RFC 9116. It stays the same for a month. */
export function toSecurityTxt({ origin, contactUrl, now }: SecurityTxt): string {
  const expires = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + MONTHS_AHEAD, 1);
  const fields = [
    ['Contact', contactUrl],
    ['Expires', new Date(expires).toISOString().replace('.000', '')],
    ['Preferred-Languages', 'en, ja'],
    ['Canonical', `${origin}/.well-known/security.txt`],
  ];
  return fields.map(([name, value]) => `${name}: ${value}\n`).join('');
}
