import { defineConfig } from './server/config.ts';

/** What this site chooses. What the machine needs (address, database, secrets) comes from the environment. */
export default defineConfig({
  siteName: 'Kawaraban',
});
