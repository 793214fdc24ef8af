export interface SecurityTxt {
  readonly origin: string;
  readonly contactUrl: string;
  readonly now: Date;
}

/** RFC 9116 recommends less than a year. */
const MONTHS_AHEAD = 6;

/** Returns security.txt (RFC 9116), unchanged for a month. */
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
