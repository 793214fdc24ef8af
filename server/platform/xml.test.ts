import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { textElement, xmlData, xmlElement } from './xml.ts';

const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
});

test('any text produces well-formed XML with the same content', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(']]>', '<![CDATA[', '&amp;', '<a b="c">', "it's", '瓦版 📰', '\u0000\u0008\u001f\ufffe', '\ud800'),
  );
  fc.assert(
    fc.property(text, (value) => {
      const document = xmlElement('all', { value }, [
        textElement('text', value),
        xmlElement('data', {}, xmlData(value)),
      ]);
      expect(XMLValidator.validate(document)).toBe(true);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: characters that XML forbids
      expect(document).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u);
    }),
    { numRuns: 500 },
  );
  const hostile = 'a ]]> <b>&amp;</b> "c" \u0008瓦版📰';
  const read = parser.parse(xmlElement('all', { value: hostile }, [textElement('text', hostile), xmlData(hostile)]));
  const stored = hostile.replace('\u0008', '');
  expect(read.all).toMatchObject({ '@_value': stored, text: stored, '#text': stored });
});

test('missing attributes are omitted and empty elements self-closed', () => {
  expect(xmlElement('a', { b: undefined, c: 0 })).toBe('<a c="0"/>');
});
