const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0, 2.2: all others are in no document, however they are written. */
const NO_CHARACTER = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

export const XML_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** A text as it stands between elements and in attributes alike; characters that XML does not know are left out. */
export function xmlText(text: string): string {
  return text.replace(NO_CHARACTER, '').replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);
}

/** A long text that is itself markup, without making it longer than it is. */
export function xmlData(text: string): string {
  return `<![CDATA[${text.replace(NO_CHARACTER, '').replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

/** An element; `content` is XML already. Attributes without a value are left out. */
export function xmlElement(name: string, attributes: Attributes, content: string | readonly string[] = ''): string {
  const said = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${xmlText(String(value))}"`],
  );
  const inner = [content].flat().join('');
  return inner === '' ? `<${name}${said.join('')}/>` : `<${name}${said.join('')}>${inner}</${name}>`;
}

/** An element with nothing but a text. */
export function textElement(name: string, text: string, attributes: Attributes = {}): string {
  return xmlElement(name, attributes, xmlText(text));
}
