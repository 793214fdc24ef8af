import { expect, test } from 'vitest';
import { CommentInput } from './comments.ts';

const problems = (input: object) =>
  CommentInput.safeParse(input).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

test.for(['\u200b', '\u3164', '\u2800', '\u2800\n\u2800', '\ufff9\ufffb', ' \u202e '])(
  'rejects %j as an invisible body',
  (unseen) => {
    expect(problems({ body: unseen })).toEqual(['body: empty values not allowed']);
    const { profiles } = CommentInput.parse({ body: 'Hello', profiles: { nickname: unseen } });
    expect(profiles).toEqual({ nickname: '' });
  },
);

test('rejects letters with more combining marks than any language uses', () => {
  const tower = `a${'\u0301'.repeat(9)}`;
  const hidden = `a${'\u0301\u200d\u034f'.repeat(9)}`;
  for (const body of [tower, hidden]) expect(problems({ body })).toEqual(['body: InvalidInput']);
  for (const name of ['nickname', 'age', 'area']) {
    expect(problems({ body: 'Hello', profiles: { [name]: tower } })).toEqual([`profiles.${name}: InvalidInput`]);
  }
});

test.for([
  `a${'\u0301'.repeat(8)}`,
  '\u0f67\u0f90\u0fa8\u0fb3\u0fba\u0fbc\u0fbb\u0f82',
  'ที่นี่ น้ำ',
  'שָׁל֖וֹם',
  '👨‍👩‍👧‍👦❤️‍🔥🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'ば\u3099か',
  `${'\u0301a'.repeat(20)}`,
])('accepts %j as a comment', (body) => {
  expect(problems({ body })).toEqual([]);
});
