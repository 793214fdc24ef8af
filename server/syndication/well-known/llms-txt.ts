import { feedPath } from '#contract/feeds.ts';
import { postPath, postsPath } from '#contract/page-paths.ts';
import type { PublicService } from '#contract/services.ts';
import type { Database } from '../../database/connect.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import { listPublishedPosts } from '../../posts/index.ts';
import { listPublicServices } from '../../services/index.ts';

export interface LlmsTxtTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly siteName: string;
  readonly description: { readonly en: string; readonly ja: string };
}

const MAX_SERVICES = 20;
const MAX_POSTS = 20;

/** https://llmstxt.org */
export async function loadLlmsTxt(tools: LlmsTxtTools, origin: string): Promise<string> {
  const { database, siteName } = tools;
  const description = tools.description.en || tools.description.ja;
  const services = await listPublicServices(database.reader, { limit: MAX_SERVICES });
  const sections = await Promise.all(services.map((service) => sectionOf(service, tools, origin)));
  return [
    `# ${plain(siteName)}\n`,
    ...(description ? [`> ${plain(description)}\n`] : []),
    `The API returns each post as JSON; \`bodyText\` is its plain text. Its reference is at ${origin}/api/docs.\n`,
    ...sections,
  ].join('\n');
}

async function sectionOf(
  { serviceId, label, description = '' }: PublicService,
  { database: { reader }, clock }: LlmsTxtTools,
  origin: string,
): Promise<string> {
  const page = {
    serviceId,
    order: 'desc',
    limit: MAX_POSTS + 1,
    now: toInstant(clock.now()),
    withBody: false,
  } as const;
  const { posts } = await listPublishedPosts(reader, page);
  const list = postsPath(serviceId);
  const link = (title: string, path: string, note: string) =>
    `- [${plain(title)}](${origin}${path})${note && `: ${plain(note)}`}\n`;
  return [
    `## ${plain(label)}\n\n`,
    link(label, list, description),
    link('RSS', feedPath(list), 'The newest posts with full text'),
    link('API', `/api${list}`, 'All posts as JSON, newest first'),
    ...posts.map((post) => link(post.title, postPath(serviceId, post.slug), post.description || post.excerpt)),
  ].join('');
}

/** One line without Markdown. */
function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>]/g, '\\$&');
}
