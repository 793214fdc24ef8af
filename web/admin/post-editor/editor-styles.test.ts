import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

function declarationsOf(file: string, selector: string): Record<string, string> {
  const sheet = readFileSync(join(root, file), 'utf8');
  const start = sheet.indexOf(`${selector} {`);
  const body = start < 0 ? '' : sheet.slice(start, sheet.indexOf('}', start));
  return Object.fromEntries([...body.matchAll(/^\s*([\w-]+): ([^;]+);/gm)].map(([, name, value]) => [name, value]));
}

// The reset leaves out buttons in editors, so their rules are complete.
test('cancel button of an upload has no border and no background', () => {
  const expected = { padding: '0', border: '0', background: 'none', color: 'inherit', cursor: 'pointer' };
  expect(declarationsOf('admin/post-editor/editor.css', '.upload-mark button')).toMatchObject(expected);
});

test('buttons of a merge have the pointer of a button', () => {
  const selector = '.body-merge-views :is(.cm-merge-revert, .cm-chunkButtons) button';
  expect(declarationsOf('admin/post-form/compare/compare.css', selector)).toMatchObject({ cursor: 'pointer' });
});
