import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // All routes are known from the start: asking for those behind the links of each page costs a request a page.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
