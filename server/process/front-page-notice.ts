import type { SiteChoices } from '../config.ts';
import type { Database } from '../database/connect.ts';
import { isService } from '../services/index.ts';

/** Warns only, since the service may be created later; until then the front page shows all services. */
export async function warnOfMissingFrontPage(
  { frontPageServiceId }: Pick<SiteChoices, 'frontPageServiceId'>,
  { database, say }: { readonly database: Database; readonly say: (line: string) => void },
): Promise<void> {
  if (frontPageServiceId === '' || (await isService(database.reader, frontPageServiceId))) return;
  say(
    `Warning: frontPageServiceId names ${frontPageServiceId}, which does not exist. The front page shows all services.`,
  );
}
