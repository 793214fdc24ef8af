import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'vite';
import { serverBuildDir } from './server-build.ts';
import { buildDir, productRoot } from './web-build.ts';

/** Runs in its own process because the bundler needs more memory than the server. */

/** Not bundled: platform-specific, located by its own path, or for development only. */
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

/** Keeps `import.meta.url` pointing to the source files, for files located beside them. */
const sourcePaths: Plugin = {
  name: 'source-paths',
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
  plugins: [sourcePaths],
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
        // Strings with non-Latin-1 characters take twice the memory.
        charset: 'ascii',
      },
    },
  },
});
