import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // Sends all routes with the first page: lazy discovery costs one request per page.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
