const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML 1.0, 2.2 forbids, even escaped. */
const NO_CHARACTER = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

export const XML_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';

type Attributes = Readonly<Record<string, string | number | undefined>>;

export function xmlText(text: string): string {
  return text.replace(NO_CHARACTER, '').replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);
}

export function xmlData(text: string): string {
  return `<![CDATA[${text.replace(NO_CHARACTER, '').replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

export function xmlElement(name: string, attributes: Attributes, content: string | readonly string[] = ''): string {
  const pairs = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${xmlText(String(value))}"`],
  );
  const inner = [content].flat().join('');
  return inner === '' ? `<${name}${pairs.join('')}/>` : `<${name}${pairs.join('')}>${inner}</${name}>`;
}

export function textElement(name: string, text: string, attributes: Attributes = {}): string {
  return xmlElement(name, attributes, xmlText(text));
}
