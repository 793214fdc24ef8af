import type { ApiKeyRight } from '#contract/api-keys.ts';

/** A request that a key is good for, to be tried in a terminal. */
export function curlExample(origin: string, key: string, { may, serviceId }: { may: ApiKeyRight; serviceId: string }) {
  const authorization = `  -H 'Authorization: Bearer ${key}'`;
  if (may === 'read') return `curl ${origin}/api/posts/${serviceId} \\\n${authorization}`;
  if (may === 'read-drafts') return `curl ${origin}/api/admin/posts/${serviceId} \\\n${authorization}`;
  const body = `{"slug": "hello", "title": "Hello", "body": "From a program."}`;
  return [
    `curl ${origin}/api/admin/posts/${serviceId} \\`,
    `${authorization} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${body}'`,
  ].join('\n');
}
