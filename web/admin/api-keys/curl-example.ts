import type { ApiKeyRight } from '#contract/api-keys.ts';

export function curlExample(
  origin: string,
  [name, value]: readonly [name: string, value: string],
  { may, serviceId }: { may: ApiKeyRight; serviceId: string },
) {
  const authorization = `  -H '${name}: ${value}'`;
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
