import { expect, test } from 'vitest';
import { countAddresses } from './count-addresses.ts';

test.for([
  ['https://a.example https://b.example', 2],
  ['https://a.example/あhttps://b.example/あ', 2],
  ['https://name@a.example/', 1],
  ['spam.com, more.net and Other.ORG.', 3],
  ['www.spam.com', 1],
  ['//a.com //b.com', 2],
  ['spam.xyz/buy', 1],
  ['bit.ly/abc', 1],
  ['安いexample.co.jpで買う', 1],
] as const)('%j contains addresses', ([body, count]) => {
  expect(countAddresses(body)).toBe(count);
});

test.for([
  'See README.md, install.sh and src/main.rs',
  'Node.js, Next.js and Vue.js',
  'console.info(array.at(0), rect.top, element.click, foo.is)',
  'It is done.So I went',
  'me@example.com',
  'and/or, v1.0.2, 3.14, e.g.',
])('%j contains no address', (body) => {
  expect(countAddresses(body)).toBe(0);
});
