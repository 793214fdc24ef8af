import { expect, test } from 'vitest';
import { curlExample } from './curl-example.ts';

test.for([
  ['read', '/api/posts/news'],
  ['read-drafts', '/api/admin/posts/news'],
  ['write', "-d '{"],
] as const)('a key to %s is tried on what it is for', ([may, part]) => {
  const example = curlExample('https://site.example', ['Authorization', 'Bearer kwb_x'], { may, serviceId: 'news' });
  expect(example).toContain(part);
  expect(example).toContain("-H 'Authorization: Bearer kwb_x'");
});
