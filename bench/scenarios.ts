export type ServerName = 'bare' | 'warm' | 'cold';

export interface Scenario {
  readonly name: string;
  readonly path: string;
  /** True when the request has `If-None-Match` for the current response. */
  readonly isConditional: boolean;
  readonly servers: readonly ServerName[];
}

const LIST = '/api/posts/news?count=20';

export const scenarios: readonly Scenario[] = [
  ...(
    [
      ['JSON, list of 20', LIST],
      ['JSON, list of 20 without bodies', `${LIST}&withBody=0`],
      ['JSON, one post', '/api/posts/news/post-00002'],
      ['Page of a list', '/posts/news'],
      ['Page of a post', '/posts/news/post-00002'],
    ] as const
  ).map(([name, path]) => ({ name, path, isConditional: false, servers: ['bare', 'warm', 'cold'] as const })),
  { name: 'Not modified (304)', path: LIST, isConditional: true, servers: ['bare', 'warm'] },
];
