const test = '[.](?:test|fixtures)[.]tsx?$';
/** Folders of the server that know no feature. */
const base = 'platform|http|concurrency|database';
const feature = `^server/(?!(?:${base}|process)/)([^/]+)/`;
/** Features of one subject import each other's files; other features use their index.ts. */
const postFeature = '^server/(?:posts|post-[^/]+|publishing|translations)/';
const mediaFeature = '^server/(?:media|media-[^/]+)/';

/** Import rules between folders; docs/architecture.md gives the reasons. */
export const ruleSet = {
  forbidden: [
    { name: 'no-cycles', severity: 'error' as const, from: {}, to: { circular: true } },
    {
      name: 'everything-resolves',
      severity: 'error' as const,
      from: {},
      to: { couldNotResolve: true, pathNot: '/[+]types/' },
    },
    {
      name: 'contract-knows-only-zod',
      severity: 'error' as const,
      from: { path: '^contract/', pathNot: test },
      to: { pathNot: ['^contract/', '^node_modules/zod/'] },
    },
    {
      name: 'client-needs-nothing-at-all',
      severity: 'error' as const,
      from: { path: '^client/', pathNot: [test, '^client/generate/'] },
      to: { pathNot: '^client/(?!generate/)' },
    },
    {
      name: 'client-is-made-from-the-contract',
      severity: 'error' as const,
      from: { path: '^client/generate/', pathNot: test },
      to: { path: '^(server|web|cli|testing|e2e|bench)/' },
    },
    {
      name: 'client-is-for-others',
      severity: 'error' as const,
      from: { path: '^(server|web|cli)/', pathNot: test },
      to: { path: '^client/' },
    },
    {
      name: 'base-folders-know-no-feature',
      severity: 'error' as const,
      from: { path: `^server/(?:${base})/`, pathNot: test },
      to: { path: [`^server/(?!(?:${base})/)`, '^(web|cli|testing|e2e|bench)/'] },
    },
    {
      name: 'features-meet-at-the-front-door',
      severity: 'error' as const,
      from: { path: feature, pathNot: [test, postFeature, mediaFeature] },
      to: { path: feature, pathNot: ['^server/$1/', '^server/[^/]+/index[.]ts$'] },
    },
    {
      name: 'post-features-meet-others-at-the-front-door',
      severity: 'error' as const,
      from: { path: postFeature, pathNot: test },
      to: { path: feature, pathNot: [postFeature, '^server/[^/]+/index[.]ts$'] },
    },
    {
      name: 'media-features-meet-others-at-the-front-door',
      severity: 'error' as const,
      from: { path: mediaFeature, pathNot: test },
      to: { path: feature, pathNot: [mediaFeature, '^server/[^/]+/index[.]ts$'] },
    },
    {
      name: 'features-know-no-process',
      severity: 'error' as const,
      from: { path: feature, pathNot: test },
      to: { path: ['^server/[^/]+[.]ts$', '^server/process/'] },
    },
    {
      name: 'server-knows-no-web',
      severity: 'error' as const,
      from: { path: '^server/', pathNot: test },
      to: { path: '^(web|cli|testing|e2e|bench)/' },
    },
    {
      name: 'web-never-imports-server',
      severity: 'error' as const,
      from: { path: '^web/', pathNot: test },
      to: { path: '^(server|testing|cli|e2e|bench)/' },
    },
    {
      name: 'site-and-admin-are-strangers',
      severity: 'error' as const,
      from: { path: '^web/(site|admin)/' },
      to: { path: '^web/(site|admin)/', pathNot: '^web/$1/' },
    },
    {
      name: 'ui-has-no-product-words',
      severity: 'error' as const,
      from: { path: '^web/ui/', pathNot: test },
      to: { path: ['^(contract|server)/', '^web/(?!ui/|i18n/)'] },
    },
    {
      name: 'languages-know-no-screen',
      severity: 'error' as const,
      from: { path: '^web/i18n/', pathNot: test },
      to: { path: '^web/(?!i18n/)' },
    },
    {
      name: 'calls-know-no-screen',
      severity: 'error' as const,
      from: { path: '^web/(api|session)/', pathNot: test },
      to: { path: '^web/(site|admin|ui)/' },
    },
    {
      name: 'paths-know-no-screen',
      severity: 'error' as const,
      from: { path: '^web/paths/', pathNot: test },
      to: { path: '^web/(?!paths/)' },
    },
    {
      name: 'public-pages-load-no-console-parts',
      severity: 'error' as const,
      from: { path: '^web/(site|ui|i18n|api|session)/|^web/(root|entry)|^web/paths/(site|account)[.]' },
      to: { path: ['^node_modules/@mantine/', '^web/paths/console[.]ts$'] },
    },
    {
      name: 'console-parts-know-no-screen',
      severity: 'error' as const,
      from: { path: '^web/admin/ui/' },
      to: { path: '^web/admin/(?!ui/)' },
    },
    {
      name: 'only-tests-use-testing',
      severity: 'error' as const,
      from: { path: '^(client|contract|server|web|cli)/', pathNot: test },
      to: { path: '^(testing|e2e)/' },
    },
    {
      name: 'only-tests-use-fixtures',
      severity: 'error' as const,
      from: { path: '^(client|contract|server|web|cli)/', pathNot: test },
      to: { path: '[.]fixtures[.]tsx?$' },
    },
    {
      name: 'journeys-see-only-the-contract',
      severity: 'error' as const,
      from: { path: '^e2e/' },
      // Imported for its type only: the catalogues name the texts that a page must not show as keys.
      to: { path: '^(server|web|cli)/', pathNot: '^web/i18n/.*[.]json$' },
    },
    {
      name: 'no-catch-all-files',
      severity: 'error' as const,
      from: {},
      to: {
        path: '(^|/)(utils?|helpers?|misc|common|shared|types|constants|manager)[.]tsx?$|[.]service[.]ts$',
        pathNot: '^node_modules/',
      },
    },
  ],
};

export const cruiseOptions = {
  doNotFollow: { path: '^node_modules/' },
  // A linked node_modules (git worktree) keeps its name.
  preserveSymlinks: true,
  // The Lighthouse package has its own dependencies.
  exclude: { path: '^testing/lighthouse/node_modules/' },
  tsPreCompilationDeps: true,
  enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types', 'default'] },
};
