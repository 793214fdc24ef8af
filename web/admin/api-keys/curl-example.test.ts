import { expect, test } from 'vitest';
import { curlExample } from './curl-example.ts';

test.for([
  ['read', '/api/posts/news'],
  ['read-drafts', '/api/admin/posts/news'],
  ['write', "-d '{"],
] as const)('example for a key to %s fits its rights', ([may, part]) => {
  const example = curlExample('https://site.example', ['Authorization', 'Bearer kwb_x'], { may, serviceId: 'news' });
  expect(example).toContain(part);
  expect(example).toContain("-H 'Authorization: Bearer kwb_x'");
});
