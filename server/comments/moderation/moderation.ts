import type { CommentInput } from '#contract/comments.ts';
import type { Db } from '../../database/connect.ts';
import { type Reader, type ReaderBounds, ReaderLimit } from '../../guests/index.ts';
import type { Browser } from '../../http/browser.ts';
import type { UseCounts } from '../../limits/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Vault } from '../../platform/vault.ts';

export interface CommentDraft {
  readonly serviceId: string;
  readonly contentId: string;
  readonly input: CommentInput;
  readonly reader: Reader;
  readonly browser: Browser;
}

export interface Recaptcha {
  readonly siteKey: string;
  readonly secretKey: string;
  readonly url: string;
}

interface ModerationOptions {
  readonly minSeconds: number;
  readonly limits: {
    readonly windowMinutes: number;
    readonly heldAfter: ReaderBounds;
    readonly refusedAfter: ReaderBounds;
  };
}

export interface ModerationTools {
  readonly clock: Clock;
  readonly vault: Vault;
  readonly log: Log;
  readonly reader: Db;
  readonly choices: ModerationOptions;
  readonly recaptcha: Recaptcha | undefined;
  readonly limit: ReaderLimit;
  readonly limitOfEdits: ReaderLimit;
  readonly counts: UseCounts;
}

const MINUTE_MS = 60_000;

export function createModeration({
  config,
  database,
  ...tools
}: {
  readonly config: {
    readonly site: { readonly comments: ModerationOptions };
    readonly recaptcha: Recaptcha | undefined;
  };
  readonly database: { readonly reader: Db };
  readonly clock: Clock;
  readonly vault: Vault;
  readonly log: Log;
  readonly counts: UseCounts;
}): ModerationTools {
  const { clock, vault, log, counts } = tools;
  const choices = config.site.comments;
  const windowMs = choices.limits.windowMinutes * MINUTE_MS;
  return {
    clock,
    vault,
    log,
    reader: database.reader,
    choices,
    recaptcha: config.recaptcha,
    limit: new ReaderLimit(counts, { deed: 'comments', windowMs }),
    limitOfEdits: new ReaderLimit(counts, { deed: 'edits of comments', windowMs }),
    counts,
  };
}
