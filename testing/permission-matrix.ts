import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CallerKind, callers, expectedOutcome, nameOf } from '#cli/check-access/expected-access.ts';
import { endpoints } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';

const sections: Readonly<Record<string, string>> = {
  config: 'Configuration',
  services: 'Services, for readers',
  posts: 'Posts, for readers',
  'post groups': 'Post groups, for readers',
  categories: 'Categories',
  tags: 'Tags',
  comments: 'Comments, for readers',
  votes: 'Votes',
  guests: 'Guests',
  account: 'Own account',
  'admin posts': 'Posts, for editors',
  'post history': 'History of posts',
  translations: 'Translations',
  'working copies': 'Working copies of posts',
  bin: 'Trash',
  'admin post groups': 'Post groups, for editors',
  schedule: 'Schedule',
  overview: 'Overview',
  'admin files': 'Files',
  'admin comments': 'Comments, for editors',
  'admin categories': 'Categories, for editors',
  'admin tags': 'Tags, for editors',
  'admin services': 'Services, for administrators',
  users: 'Accounts',
  'api keys': 'API keys',
  audit: 'Audit log',
  mails: 'Emails',
  webhooks: 'Webhooks',
};

export const otherRoutes: readonly { readonly routes: readonly string[]; readonly what: string }[] = [
  { routes: ['GET /healthz', 'GET /readyz'], what: 'Whether the process lives, and can do its work' },
  {
    routes: ['GET /metrics'],
    what: 'State of the process, for callers with the token of the configuration; 404 without it',
  },
  {
    routes: ['GET /api/docs', 'GET /api/docs/…', 'GET /api/openapi.json'],
    what: 'The description of the API, for people and for generators',
  },
  {
    routes: ['GET /api/account/photos/:photoId'],
    what: 'The picture of an account, for callers who know its address, which cannot be guessed',
  },
  {
    routes: ['POST /identity'],
    what: 'The user pool. Each of its operations asks for what it needs itself: a password, a code or a token.',
  },
  {
    routes: ['GET /identity/oauth2/authorize', 'GET /identity/oauth2/idpresponse', 'POST /identity/oauth2/token'],
    what: 'Sign-in by a third-party provider, from the button to the tokens',
  },
  {
    routes: ['GET /identity/.well-known/…', 'GET /identity/:poolId/.well-known/…'],
    what: 'The keys that tokens are signed with, and the discovery document',
  },
  { routes: ['GET /api', 'GET /api/*', 'GET /identity', 'GET /identity/*'], what: 'Not Found' },
  {
    routes: ['PUT /uploads/:token'],
    what: 'The bytes of an announced file, from callers with its address, which is signed and valid once within five minutes',
  },
  { routes: ['GET /media/*'], what: 'The static files of published posts' },
  {
    routes: [
      'GET /posts/:serviceId/…',
      ...['feed', 'rss', 'atom', 'rss.xml', 'feed.xml', 'atom.xml', 'feed.json'].map((word) => `GET /${word}`),
    ],
    what: 'Published posts as feeds, and a service’s part of the sitemap',
  },
  { routes: ['GET /sitemap.xml', 'GET /sitemap-site.xml'], what: 'Which pages there are' },
  {
    routes: ['GET /robots.txt', 'GET /llms.txt', 'GET /.well-known/security.txt', 'GET /security.txt'],
    what: 'What robots may read, the site for language models, and where to tell of a security hole',
  },
  { routes: ['GET /cards/*'], what: 'The picture that other sites show with a link to a post' },
  { routes: ['GET /site.webmanifest'], what: 'What a browser needs to keep the site among applications' },
  {
    routes: ['GET /comments/:serviceId/started.gif'],
    what: 'An empty picture by which a form knows, without JavaScript, when it was opened',
  },
  { routes: ['POST /language'], what: 'The language that a reader chooses, kept in a cookie' },
  {
    routes: ['POST /*'],
    what: 'The forms of pages, from the site itself: the page asks the calls above for its visitor',
  },
  {
    routes: ['GET /assets/*', 'GET /*'],
    what: 'Files of the web app, and pages. Pages of the console are empty until the calls above have answered.',
  },
];

export function permissionPage(): string {
  const parts = Object.entries(sections).map(([tag, title]) => `## ${title}\n\n${tableOf(tag)}`);
  return `${[introduction, ...parts, `## Everything else\n\n${otherTable()}`].join('\n\n')}\n`;
}

export function tagsWithoutSection(): string[] {
  return [...new Set(endpoints.map(({ tag }) => tag))].filter((tag) => !Object.hasOwn(sections, tag));
}

function tableOf(tag: string): string {
  const rows = endpoints
    .filter((endpoint) => endpoint.tag === tag)
    .map(
      (endpoint) => `| \`${nameOf(endpoint)}\` | ${callers.map((caller) => cellOf(endpoint, caller)).join(' | ')} |`,
    );
  return [`| | ${callers.join(' | ')} |`, `| :--- |${' :---: |'.repeat(callers.length)}`, ...rows].join('\n');
}

function cellOf(endpoint: Endpoint, caller: CallerKind): string {
  const own = expectedOutcome(endpoint, caller, 'own');
  if (own !== 'allowed') return String(own);
  return expectedOutcome(endpoint, caller, 'other') === 'allowed' ? 'yes' : 'own';
}

function otherTable(): string {
  const rows = otherRoutes.map(
    ({ routes, what }) => `| ${routes.map((route) => `\`${route}\``).join(', ')} | ${what} |`,
  );
  return ['For everybody; an API key plays no part here.', '', '| | |', '| :--- | :--- |', ...rows].join('\n');
}

const introduction = `# Who may do what

Every call of the product, and who may make it. This page is made from the endpoints in \`contract/\` by \`node testing/permission-matrix.ts --write\`, and a test makes each of these calls as each of these callers.

| | |
| :--- | :--- |
| **yes** | May, whatever the service |
| **own** | May in the services that were given to the caller; in any other it is 403 |
| **401** | Refused: nobody is signed in. Signing in would help, or a better key. |
| **403** | Refused: the caller is known, and may not |

- **admin**, **editor** and **viewer** are roles of accounts that may enter the console. **normal** is any other account. Roles and services are read at each request, so that a change holds on the next one.
- A **guest** is a visitor without an account who has an identity of their own, **nobody** one who has none.
- **key** is a program with an [API key](guide/api-keys.md), by what the key is for. A key that is unknown, revoked, or at its end is 401 wherever it is shown, also where nobody needs one.
- Services are an administrator's like anybody's: an administrator who lacks one gives it to their own account first.
- A service that does not exist is 404 where anybody may ask, and 403 to keys and wherever it would have to be the caller's own.
- *May* means that the call is looked at. It can still be refused for what it says, for what is not there, or because it is the last administrator's account.`;

if (import.meta.main) {
  const page = permissionPage();
  if (process.argv.includes('--write')) await writeFile(join(import.meta.dirname, '../docs/permissions.md'), page);
  else process.stdout.write(page);
}
