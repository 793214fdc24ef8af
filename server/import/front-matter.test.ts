import { expect, test } from 'vitest';
import { HttpError } from '../http/errors.ts';
import { splitFrontMatter } from './front-matter.ts';

function fieldsOf(yaml: string) {
  const { fields } = splitFrontMatter(`---\n${yaml}\n---\nbody`);
  if (!fields) throw new Error('no front matter');
  return fields;
}

function reasonFor(source: string): string {
  try {
    splitFrontMatter(source);
  } catch (error) {
    if (error instanceof HttpError) return error.body.message;
    throw error;
  }
  throw new Error('was taken');
}

test('splits a file at hyphens or dots', () => {
  expect(splitFrontMatter('---\na: 1\n---\n\n# Body\n---\nrest')).toMatchObject({ body: '\n# Body\n---\nrest' });
  expect(splitFrontMatter('--- \na: 1\n...\nbody')).toMatchObject({ body: 'body' });
});

test('reports missing front matter', () => {
  expect(splitFrontMatter('# Only a body')).toEqual({ fields: undefined, reason: 'no front matter' });
  expect(splitFrontMatter('---\n\nA rule above, no front matter.')).toEqual({
    fields: undefined,
    reason: 'no front matter',
  });
  expect(splitFrontMatter('---\njust words\n---\nbody')).toEqual({ fields: undefined, reason: 'no front matter' });
});

test('accepts empty front matter', () => {
  expect(fieldsOf('').text('title')).toBeUndefined();
  expect(fieldsOf('# a comment').unused()).toEqual([]);
});

test('rejects invalid YAML with the line of the file', () => {
  expect(reasonFor('---\ntitle: a\ntags: [b\n---\n')).toMatch(/no valid YAML: line \d/);
  expect(reasonFor('---\ntitle: Node: what now\n---\n')).toContain('line 2: Nested mappings');
  expect(reasonFor('---\nok: 1\nok: 2\n---\n')).toContain('line 3');
  expect(reasonFor('---\ntitle: open\n\nno end')).toContain('not closed');
  expect(reasonFor('---\na: *nowhere\n---\n')).toContain('no valid YAML');
});

test('reads TOML between plus signs', () => {
  const source =
    '+++\ntitle = "A"\ndate = 2024-01-31T10:00:00+09:00\nday = 2024-01-31\ndraft = false\nn = 1\n[taxonomies]\ntags = ["x", "y"]\n+++\nbody';
  const split = splitFrontMatter(source);
  expect(split).toMatchObject({ body: 'body', firstLine: 10 });
  const { fields } = split;
  expect(['title', 'date', 'day', 'n'].map((name) => fields?.text(name))).toEqual([
    'A',
    '2024-01-31T10:00:00+09:00',
    '2024-01-31',
    '1',
  ]);
  expect(fields?.flag('draft')).toBe(false);
  expect(fields?.list('tags')).toEqual(['x', 'y']);
  expect(reasonFor('+++\ntitle = "A"\ntitle = \n+++\n')).toMatch(/no valid TOML: line 3: \S/);
  expect(reasonFor('+++\ntitle = "A"\n')).toContain('not closed by a line `+++`');
});

test('limits YAML aliases', () => {
  const levels = Array.from(
    { length: 9 },
    (_, level) => `a${level + 1}: &a${level + 1} [${Array(9).fill(`*a${level}`)}]`,
  );
  expect(reasonFor(`---\na0: &a0 x\n${levels.join('\n')}\n---\n`)).toContain('no valid YAML');
});

test('keeps values as written', () => {
  const fields = fieldsOf('title: 1.10\nslug: 007\nother: yes\nfolded: >\n  two\n  lines\nempty: ~\nnone: null');
  expect(fields.text('title')).toBe('1.10');
  expect(fields.text('slug')).toBe('007');
  expect(fields.text('other')).toBe('yes');
  expect(fields.text('folded')).toBe('two lines');
  expect(fields.text('empty')).toBeUndefined();
  expect(fields.text('none', 'title')).toBe('1.10');
});

test('reads names in any case and lists unused ones', () => {
  const fields = fieldsOf('Title: a\nlayout: post\nCover: b.png\nempty:');
  expect(fields.text('title')).toBe('a');
  expect(fields.unused()).toEqual(['layout', 'cover']);
});

test('reads lists, single texts and objects with names', () => {
  const fields = fieldsOf('a: [x, 2, ""]\nb: one, two\nc:\n  - name: N\n  - {x: 1}\nd: {name: M}\ne: []');
  expect(fields.list('a')).toEqual(['x', '2']);
  expect(fields.list('b')).toEqual(['one, two']);
  expect(fields.list('c')).toEqual(['N']);
  expect(fields.list('d')).toEqual(['M']);
  expect(fields.list('e', 'b')).toEqual(['one, two']);
});

test('rejects a flag that is no boolean', () => {
  const fields = fieldsOf('a: TRUE\nb: off\nc: maybe');
  expect([fields.flag('a'), fields.flag('b'), fields.flag('nowhere')]).toEqual([true, false, undefined]);
  expect(() => fields.flag('c')).toThrow('`c` must be true or false');
  expect(() => fieldsOf('d: [true]').flag('d')).toThrow('`d` must be true or false');
});
