import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { firstTexts } from './web/i18n/first-texts-plugin.ts';

/**
 * Chunks of code that many pages share; a module belongs to the first that matches. A chunk also takes what its modules
 * import and no earlier chunk has, so `base` has everything that pages of the site share with the console.
 */
const CHUNKS = [
  {
    name: 'base',
    files: [
      /\/node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next)\/|^\0vite/,
      /^web\/(i18n|paths\/(?!console)|ui\/(?!password|qr|framed|download)|session\/(session-mark|pending|redirect)).*[.]tsx?$/,
      // The root of every page reads the icon of a service from it.
      /^web\/site\/(service\/service-context|ui\/site-context)[.]tsx?$/,
      /^contract\/(page-paths|cards|media-types|image-variants|product-name)[.]ts$/,
    ],
  },
  // The comment form and calls of the API load when a reader uses them.
  {
    name: 'site',
    files: [/^web\/site\/(?!account|.*[.]route[.]|posts\/(post|comments|enter|votes\/vote-call)).*[.]tsx?$/],
  },
  { name: 'calls', files: [/\/node_modules\/zod\//, /^contract\//], minShareCount: 35 },
  { name: 'session', files: [/^web\/session\//], minShareCount: 3 },
  // Counts routes: what nearly all screens of the console load.
  {
    name: 'console',
    files: [/\/node_modules\/(@mantine|@floating-ui|lucide-react)\//, /^web\/admin\//],
    minShareCount: 30,
  },
];

const ROOT = `${import.meta.dirname}/`;

const chunkGroups = CHUNKS.map(({ files, ...group }, index) => ({
  ...group,
  priority: CHUNKS.length - index,
  test: (id: string) => {
    const isOwn = id.startsWith(ROOT) && !id.startsWith(`${ROOT}node_modules/`);
    return files.some((pattern) => pattern.test(isOwn ? id.slice(ROOT.length) : id));
  },
}));

export default defineConfig({
  plugins: [firstTexts, reactRouter()],
  publicDir: 'web/public',
  // amazon-cognito-identity-js reads Node's global object.
  define: { global: 'globalThis' },
  // The server uses a small part of these packages; bundling avoids reading a thousand files at startup.
  ssr: { noExternal: [/^@mantine[/]/, /^@floating-ui[/]/, /^@dnd-kit[/]/, 'lucide-react', 'react-number-format'] },
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } } },
  },
  optimizeDeps: {
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'react-router',
      'react-router/dom',
      'i18next',
      'react-i18next',
      'zod',
      '@codemirror/commands',
      '@codemirror/lang-html',
      '@codemirror/lang-json',
      '@codemirror/lang-markdown',
      '@codemirror/language',
      '@codemirror/merge',
      '@codemirror/state',
      '@codemirror/view',
      '@lezer/highlight',
      '@dnd-kit/core',
      '@dnd-kit/sortable',
      '@dnd-kit/utilities',
      '@mantine/core',
      '@mantine/dropzone',
      '@mantine/form',
      '@mantine/hooks',
      '@mantine/modals',
      '@mantine/notifications',
      '@tiptap/core',
      '@tiptap/extension-image',
      '@tiptap/extension-table',
      '@tiptap/extensions',
      '@tiptap/starter-kit',
      'amazon-cognito-identity-js',
      'lucide-react',
    ],
  },
});
