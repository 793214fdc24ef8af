import { expect, test } from 'vitest';
import { findLeftovers } from './read-markdown-file.ts';

const leftoversIn = (text: string) => findLeftovers({ text, firstLine: 5 });

test('names leftover syntax with its line', () => {
  const text = [
    'Text {{< youtube abc >}} more',
    '{% raw %}',
    ':::message alert',
    'See [[Other page|words]].',
    '![](/a.png =250x)',
  ].join('\n\n');
  expect(leftoversIn(text)).toEqual([
    'line 5: shown as text: {{< youtube abc >}} more',
    'line 7: shown as text: {% raw %}',
    'line 9: shown as text: :::message alert',
    'line 11: shown as text: [[Other page|words]]',
    'line 13: shown as text: ![](/a.png =250x)',
  ]);
});

test('leaves out code and plain Markdown', () => {
  expect(leftoversIn('```\n{% raw %}\n:::\n```\n\n`{{< x >}}` and `[[a]]`\n\n    {% x %}')).toEqual([]);
  expect(leftoversIn('a[[1]](/x) {x} ::: b ![a](/b.png "c")').length).toBeLessThanOrEqual(1);
});
