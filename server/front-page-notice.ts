import type { SiteChoices } from './config.ts';
import type { Database } from './database/connect.ts';
import { isService } from './services/index.ts';

/** A service that does not exist yet may be made at any time; until then readers find all the others. */
export async function warnOfMissingFrontPage(
  { frontPageServiceId }: Pick<SiteChoices, 'frontPageServiceId'>,
  { database, say }: { readonly database: Database; readonly say: (line: string) => void },
): Promise<void> {
  if (frontPageServiceId === '' || (await isService(database.reader, frontPageServiceId))) return;
  say(
    `Warning: frontPageServiceId names ${frontPageServiceId}, which does not exist. The front page shows all services.`,
  );
}
