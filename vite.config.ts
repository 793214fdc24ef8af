import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { firstTexts } from './web/i18n/first-texts-plugin.ts';

/** Packages that every page needs. One chunk is smaller, and so is the manifest with the chunks of each route. */
const FRAMEWORK = /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|i18next|react-i18next)[\\/]/;

export default defineConfig({
  plugins: [firstTexts, reactRouter()],
  publicDir: 'web/public',
  // amazon-cognito-identity-js reads Node's global object.
  define: { global: 'globalThis' },
  // The server uses a small part of these packages; bundling avoids reading a thousand files at startup.
  ssr: { noExternal: [/^@mantine[/]/, /^@floating-ui[/]/, /^@dnd-kit[/]/, 'lucide-react', 'react-number-format'] },
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'framework', test: FRAMEWORK }] } } },
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
