export type ServerName = 'bare' | 'warm' | 'cold';

export interface Scenario {
  readonly name: string;
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly expectedStatus: number;
  readonly servers: readonly ServerName[];
}

const LIST = '/api/posts/news?count=20';
export const POSTS = 100;
const slugs = Array.from({ length: POSTS }, (_, index) => `post-${String(index + 1).padStart(5, '0')}`);
const servers = ['bare', 'warm', 'cold'] as const;

const wholeResponses: Scenario[] = (
  [
    ['JSON, list of 20', [LIST]],
    ['JSON, list of 20 without bodies', [`${LIST}&withBody=0`]],
    ['JSON, one post', slugs.map((slug) => `/api/posts/news/${slug}`)],
    ['Page of a list', ['/posts/news']],
    ['Page of a post', slugs.map((slug) => `/posts/news/${slug}`)],
  ] as const
).map(([name, paths]) => ({ name, paths, headers: {}, expectedStatus: 200, servers }));

export const scenarios: readonly Scenario[] = [
  ...wholeResponses,
  ...wholeResponses
    .filter(({ paths }) => paths.length > 1)
    .map((scenario) => ({
      ...scenario,
      name: `${scenario.name}, compressed`,
      headers: { 'accept-encoding': 'gzip, br' },
      servers: ['bare', 'warm'] as const,
    })),
  {
    name: 'Not modified (304)',
    paths: [LIST],
    headers: { 'if-none-match': '*' },
    expectedStatus: 304,
    servers: ['bare', 'warm'],
  },
];
