/** Matches elements as the renderer writes them: attribute values are quoted, and `<` in text is escaped. */
const TAG = /<([a-z][a-z0-9]*)((?: [^\s"=<>/]+(?:="[^"]*")?)+)>/g;
const ATTRIBUTE = / ([^\s"=<>/]+)="([^"]*)"/g;
const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'srcset', 'poster', 'cite']);
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;

export function toAbsoluteHtml(html: string, pageUrl: string): string {
  return html.replace(TAG, (_tag, name: string, attributes: string) => {
    const whole = attributes.replace(ATTRIBUTE, (attribute, key: string, value: string) => {
      if (!ADDRESSES.has(key)) return attribute;
      const address = key === 'srcset' ? toAbsoluteSet(value, pageUrl) : toAbsolute(value, pageUrl);
      return ` ${key}="${address}"`;
    });
    return `<${name}${whole}>`;
  });
}

export function toAbsolute(address: string, pageUrl: string): string {
  return HAS_SCHEME.test(address) || !URL.canParse(address, pageUrl) ? address : new URL(address, pageUrl).href;
}

function toAbsoluteSet(candidates: string, pageUrl: string): string {
  return candidates
    .split(/,\s+/)
    .map((candidate) => {
      const [address = '', ...width] = candidate.trim().split(/\s+/);
      return [toAbsolute(address, pageUrl), ...width].join(' ');
    })
    .join(', ');
}
