import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { PRODUCT_NAME } from '#contract/product-name.ts';
import { ServiceId } from '#contract/services.ts';
import { AuthHeaderName, AuthTokenPrefix, readAuthHeader } from './config/auth-header.ts';
import { type CdnConfig, readCdn } from './config/cdn.ts';
import { CommentChoices, type RecaptchaConfig, readRecaptcha } from './config/comments.ts';
import { ContentChoices, MediaChoices, RichTextEditorKey, readEditorKey } from './config/content.ts';
import { type HostedPoolConfig, type IdentityConfig, readHostedPool, readIdentity } from './config/identity.ts';
import { type MailConfig, readMail } from './config/mail.ts';
import { readStorage } from './config/storage.ts';
import { asText, asUrl, type Environment, type ReadVariable, variableReader } from './config/variables.ts';
import { readWebhooks } from './config/webhooks.ts';
import type { DatabaseTarget } from './database/connect.ts';
import type { StorageTarget } from './storage/index.ts';
import type { ReceiverRules } from './webhooks/index.ts';

export interface Config {
  readonly host: string;
  readonly port: number;
  /** Public base URL, without a trailing slash. Undefined: taken from each request. */
  readonly publicUrl: string | undefined;
  /** Value of Fastify's `trustProxy`. */
  readonly trustProxy: boolean | string | ((address: string, hop: number) => boolean);
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Bearer token of `/metrics`; undefined disables the endpoint. */
  readonly metricsToken: string | undefined;
  readonly dataDir: string;
  readonly database: DatabaseTarget;
  readonly processes: number;
  readonly storage: StorageTarget;
  /** Public base URL of the media, without a trailing slash. */
  readonly mediaUrl: string;
  readonly identity: IdentityConfig;
  readonly hostedPool: HostedPoolConfig | undefined;
  readonly mail: MailConfig;
  readonly cdn: CdnConfig;
  readonly recaptcha: RecaptchaConfig | undefined;
  readonly webhooks: ReceiverRules;
  readonly site: SiteChoices;
}

export const DATABASE_FORMS = '`sqlite:path/to/file.db` or `postgres://user:password@host:port/database`';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const SiteChoicesSchema = z.strictObject({
  /** Name of the site in the header, titles and mails. */
  siteName: z.string().trim().min(1).max(100).default(PRODUCT_NAME),
  /** URLs of logos, http(s) or root-relative, that replace the product's own. */
  logoUrls: z
    .strictObject({ site: z.string().max(2000).default(''), admin: z.string().max(2000).default('') })
    .default({ site: '', admin: '' }),
  /** Description on the front page, the about page and for search engines. */
  description: z
    .strictObject({
      en: z.string().trim().max(300).default(''),
      ja: z.string().trim().max(300).default(''),
    })
    .prefault({}),
  /** Service shown on the front page; empty shows all services. */
  frontPageServiceId: z.union([z.literal(''), ServiceId]).default(''),
  /** Contact URL (`mailto:` or http(s)), also used in `security.txt`, which is missing without it. */
  contactUrl: z
    .string()
    .max(500)
    .refine((value) => value === '' || (/^(mailto:\S+@\S+|https?:\/\/\S+)$/.test(value) && URL.canParse(value)), {
      error: 'a `mailto:` or an http(s) address is expected',
    })
    .default(''),
  /** Enables comments on services that have them. */
  isEnabledComment: z.boolean().default(true),
  voteTypesDefault: z.array(z.enum(['like', 'dislike'])).default(['like', 'dislike']),
  /** Milliseconds until a loading indicator gives up. */
  loadingMaxDuration: z.int().min(1000).max(600_000).default(30_000),
  /** Header of the access token. Another header replaces `Authorization`, which is then ignored. */
  adminAuthHeader: AuthHeaderName.default('Authorization'),
  /** Prefix of the token in that header, followed by a space. */
  adminAuthHeaderTokenPrefix: AuthTokenPrefix.default('Bearer'),
  post: z
    .strictObject({
      isEditablePostBodyOnPageByMarkdown: z.boolean().default(true),
      defaultEditorMode: z.enum(['richText', 'markdown', 'text', 'rawHtml', 'json']).default('richText'),
      /** TinyMCE key, which enables that editor for rich text. Overridden by `RICH_TEXT_EDITOR_KEY`. */
      richTextEditorKey: z.union([z.literal(''), RichTextEditorKey]).default(''),
      autoSlugSet: z
        .strictObject({ isEnabled: z.boolean().default(false), format: z.string().max(40).default('yyMMdd') })
        .prefault({}),
      isEnableSlugAutoSetButton: z.boolean().default(true),
    })
    .prefault({}),
  content: ContentChoices.prefault({}),
  media: MediaChoices.prefault({}),
  comments: CommentChoices.prefault({}),
});

export type SiteChoices = z.output<typeof SiteChoicesSchema>;

/** Types the default export of `kawaraban.config.ts`. */
export function defineConfig(choices: z.input<typeof SiteChoicesSchema>): z.input<typeof SiteChoicesSchema> {
  return choices;
}

/** Invalid configuration; the message has a line per problem. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** @throws {ConfigError} when several processes would use SQLite */
export function requireServable({ processes, database }: Pick<Config, 'processes' | 'database'>): void {
  if (processes === 1 || database.engine !== 'sqlite') return;
  throw new ConfigError([
    `WEB_CONCURRENCY must be 1 with SQLite, not "${processes}". Several processes need PostgreSQL in DATABASE_URL.`,
  ]);
}

/**
 * Each variable can be replaced by `NAME_FILE`, the path of a file with its value.
 * @throws {ConfigError} with all problems
 */
export async function loadConfig(environment: Environment, root = process.cwd()): Promise<Config> {
  const problems: string[] = [];
  const read = variableReader(environment, problems);

  const dataDir = resolve(root, read('DATA_DIR', { expected: 'a folder', fallback: 'data', parse: asText }));
  const publicUrl = read('PUBLIC_URL', {
    expected: 'an http or https URL without query and fragment',
    fallback: undefined,
    parse: asUrl,
  });
  const database = withNotifications(
    read,
    read<DatabaseTarget>('DATABASE_URL', {
      expected: DATABASE_FORMS,
      fallback: { engine: 'sqlite', path: join(dataDir, 'kawaraban.db') },
      parse: (text) => asDatabase(text, root),
    }),
  );
  const config: Config = {
    host: read('HOST', { expected: 'a host name or an IP address', fallback: 'localhost', parse: asHost }),
    port: read('PORT', { expected: 'a whole number from 0 to 65535', fallback: 3000, parse: asPort }),
    publicUrl,
    trustProxy: read('TRUST_PROXY', {
      expected: '`true`, `false`, a number of proxies, or their addresses separated by commas',
      fallback: false as Config['trustProxy'],
      parse: asTrustProxy,
    }),
    logLevel: read('LOG_LEVEL', {
      expected: `one of ${LOG_LEVELS.join(', ')}`,
      fallback: 'info',
      parse: asLogLevel,
    }),
    metricsToken: read('METRICS_TOKEN', {
      expected: '16 to 512 letters, digits and signs without blanks',
      fallback: undefined,
      parse: asMetricsToken,
    }),
    dataDir,
    database,
    processes: readProcesses(read),
    storage: readStorage(read, { dataDir, root }),
    mediaUrl: read('MEDIA_URL', {
      expected: 'an http or https URL without query and fragment',
      fallback: `${publicUrl ?? ''}/media`,
      parse: asUrl,
    }) as string,
    identity: readIdentity(environment, read, problems),
    hostedPool: readHostedPool(read, problems),
    mail: readMail(read, publicUrl),
    cdn: readCdn(read, problems),
    recaptcha: readRecaptcha(read, problems),
    webhooks: readWebhooks(read),
    site: withEnvironment(read, await loadSiteChoices(root, problems)),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

function asHost(text: string): string | undefined {
  return /^[\w.:-]+$/.test(text) ? text : undefined;
}

function asPort(text: string): number | undefined {
  const port = Number(text);
  return /^\d+$/.test(text) && port <= 65_535 ? port : undefined;
}

function asTrustProxy(text: string): Config['trustProxy'] | undefined {
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^\d{1,2}$/.test(text)) return (_address, hop) => hop < Number(text);
  return /^[\w.:/, -]+$/.test(text) && /[.:]|loopback|linklocal|uniquelocal/.test(text) ? text : undefined;
}

function asLogLevel(text: string): Config['logLevel'] | undefined {
  return LOG_LEVELS.find((level) => level === text);
}

function asMetricsToken(text: string): string | undefined {
  return /^[!-~]{16,512}$/.test(text) ? text : undefined;
}

/** Relative paths are resolved against `root`. */
export function asDatabase(text: string, root: string): DatabaseTarget | undefined {
  if (text.startsWith('sqlite:') && text.length > 'sqlite:'.length) {
    return { engine: 'sqlite', path: resolve(root, text.slice('sqlite:'.length)) };
  }
  const isPostgres = /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) && new URL(text).pathname.length > 1;
  return isPostgres ? { engine: 'postgres', url: text } : undefined;
}

async function loadSiteChoices(root: string, problems: string[]): Promise<SiteChoices> {
  const path = join(root, 'kawaraban.config.ts');
  const parsed = SiteChoicesSchema.safeParse(existsSync(path) ? await importDefault(path, problems) : {});
  if (parsed.success) return parsed.data;
  for (const { path: keys, message } of parsed.error.issues) {
    problems.push(`kawaraban.config.ts: ${keys.join('.') || 'the exported object'} is invalid: ${message}.`);
  }
  return SiteChoicesSchema.parse({});
}

function withEnvironment(read: ReadVariable, { post, ...choices }: SiteChoices): SiteChoices {
  const authHeader = readAuthHeader(read, choices);
  return {
    ...choices,
    ...authHeader,
    post: { ...post, richTextEditorKey: readEditorKey(read, post.richTextEditorKey) },
  };
}

async function importDefault(path: string, problems: string[]): Promise<unknown> {
  try {
    const { default: choices } = await import(pathToFileURL(path).href);
    return choices;
  } catch (error) {
    problems.push(`kawaraban.config.ts cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
    return {};
  }
}

const MAX_PROCESSES = 64;

function readProcesses(read: ReadVariable): number {
  return read('WEB_CONCURRENCY', {
    expected: `a whole number from 1 to ${MAX_PROCESSES}`,
    fallback: 1,
    parse: asProcesses,
  });
}

function asProcesses(text: string): number | undefined {
  const processes = Number(text);
  return /^\d{1,2}$/.test(text) && processes >= 1 && processes <= MAX_PROCESSES ? processes : undefined;
}

/** `DATABASE_LISTEN` sets whether processes notify each other of commits by LISTEN and NOTIFY. */
function withNotifications(read: ReadVariable, target: DatabaseTarget): DatabaseTarget {
  const isNotifying = read('DATABASE_LISTEN', { expected: '`on` or `off`', fallback: true, parse: asSwitch });
  return target.engine === 'postgres' && !isNotifying ? { ...target, isNotifying } : target;
}

function asSwitch(text: string): boolean | undefined {
  return text === 'on' || text === 'off' ? text === 'on' : undefined;
}
