import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'vite';
import { serverBuildDir } from './server-build.ts';
import { buildDir, productRoot } from './web-build.ts';

/** Writes the server’s build; a process of its own, since the builder takes more memory than the server. */

/** Left where they are: made for one system, found by their own place on the disk, or for development alone. */
const OUTSIDE = [
  /^vite$/,
  /^sharp$/,
  /^pg-native$/,
  /^@aws-sdk[/]/,
  /^@smithy[/]/,
  /^@fastify[/]swagger/,
  /^@fastify[/]ajv-compiler$/,
  /^@fastify[/]fast-json-stringify-compiler$/,
];

/** What stands beside a source is found beside the source. */
const placesOfSources: Plugin = {
  name: 'places-of-sources',
  enforce: 'pre',
  transform(code, id) {
    if (id.includes('node_modules') || !/import\.meta\.(url|dirname)/.test(code)) return;
    const place = relative(serverBuildDir, id).replaceAll('\\', '/');
    return code
      .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${dirname(place)}`)})`)
      .replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`);
  },
};

await build({
  configFile: false,
  root: productRoot,
  logLevel: 'error',
  plugins: [placesOfSources],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    target: 'node24',
    outDir: serverBuildDir,
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: {
        server: join(productRoot, 'server', 'run-server.ts'),
        web: join(buildDir, 'server', 'index.js'),
        config: join(productRoot, 'server', 'config.ts'),
      },
      external: [...builtinModules, /^node:/, ...OUTSIDE],
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        comments: false,
        // A text with other letters takes twice its length in memory.
        charset: 'ascii',
      },
    },
  },
});
