import { defineConfig } from './server/config.ts';

/** Settings of this site. Settings of the machine (address, database, secrets) come from the environment. */
export default defineConfig({
  siteName: 'Kawaraban',
});
