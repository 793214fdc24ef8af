import type { FileReport, ImportReport } from '#server/import/index.ts';
import { printable } from './import-progress.ts';

/** Maximum lines per list; the JSON report contains all of them. */
const MAX_LINES = 50;

export function summaryOf(
  report: ImportReport,
  { database, seconds }: { database: string; seconds: number },
): string[] {
  const { folder, serviceId, counts, files, notMarkdown, ignored } = report;
  const sum = Object.entries(counts).map(([status, count]) => `${count} ${status}`);
  return [
    ...(files.length === 0 ? [`${folder} contains no Markdown files.`] : []),
    ...(report.isServiceCreated ? [`The service ${serviceId} was created.`] : []),
    `${report.isDryRun ? 'Would be' : 'Done'}: ${sum.join(', ')}, in ${seconds.toFixed(1)} s; service ${serviceId} in ${database}.`,
    ...section('Failed:', reasons(files, 'failed')),
    ...section('Skipped:', reasons(files, 'skipped')),
    ...section('Unwrapped, removed or needing review:', files.flatMap(accountOf)),
    ...linksIn(files, 'postLinks', ({ links, of }) => `Links to posts in this import: ${links} in ${of} files.`),
    ...linksIn(
      files,
      'unresolvedLinks',
      ({ links, of }) => `Relative links and images left unchanged: ${links} in ${of} files (see --link-base).`,
    ),
    ...linksIn(
      files,
      'mediaFiles',
      ({ links, of }) => `Images and files added to the media library: ${links} in ${of} files.`,
    ),
    ...section('Unused front matter:', tallyLines(unusedIn(files))),
    ...section('Not Markdown, by extension:', tallyLines(notMarkdown)),
    ...section(
      'Ignored:',
      ignored.map((path) => `  ${path}`),
    ),
    ...(report.isStopped ? ['Stopped early. Run the command again to import the rest.'] : []),
  ].map(printable);
}

function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - MAX_LINES;
  return [title, ...lines.slice(0, MAX_LINES), ...(more > 0 ? [`  … and ${more} more (--json has them all)`] : [])];
}

function reasons(files: readonly FileReport[], status: FileReport['status']): string[] {
  return files.filter((file) => file.status === status).map(({ path, reason }) => `  ${path}: ${reason}`);
}

/** Lists what was removed from or guessed for a post. Unchanged files were reported by an earlier run. */
function accountOf({ path, status, components = {}, removed = [], notes = [] }: FileReport): string[] {
  if (status === 'unchanged') return [];
  const output = [
    ...Object.entries(components).map(([name, count]) => `${name} ×${count}`),
    ...(removed.length > 0 ? [`removed ${removed.join(', ')}`] : []),
    ...notes,
  ];
  return output.length === 0 ? [] : [`  ${path}: ${output.join('; ')}`];
}

function linksIn(
  files: readonly FileReport[],
  kind: 'postLinks' | 'unresolvedLinks' | 'mediaFiles',
  say: (sum: { links: number; of: number }) => string,
): string[] {
  const counts = files.filter(({ status }) => status !== 'unchanged').map((file) => file[kind] ?? 0);
  const links = counts.reduce((sum, count) => sum + count, 0);
  return links === 0 ? [] : [say({ links, of: counts.filter((count) => count > 0).length })];
}

function unusedIn(files: readonly FileReport[]): Record<string, number> {
  const tally: Record<string, number> = {};
  for (const name of files.flatMap(({ unused = [] }) => unused)) tally[name] = (tally[name] ?? 0) + 1;
  return tally;
}

function tallyLines(tally: Readonly<Record<string, number>>): string[] {
  return Object.entries(tally).map(([name, count]) => `  ${name} ×${count}`);
}
