import { importExport } from './import-export.ts';
import { importMarkdown } from './import-markdown.ts';
import type { Verb } from './verb.ts';

/** A folder of Markdown files says so; any other is an exported service. */
export const importContent: Verb = {
  usage: `${importMarkdown.usage}\n${importExport.usage}`,
  run: (args) => (args.find((arg) => !arg.startsWith('-')) === 'markdown' ? importMarkdown : importExport).run(args),
};
