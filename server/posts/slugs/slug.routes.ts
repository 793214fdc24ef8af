import { fieldMessages } from '#contract/errors.ts';
import { postSlugApi } from '#contract/post-slugs.ts';
import type { Database } from '../../database/connect.ts';
import { invalid } from '../../http/errors.ts';
import type { Api } from '../../http/implement.ts';
import { isTimeZone } from './date-slug.ts';
import { type ProposalTools, proposeSlug } from './propose-slug.ts';

export function postSlugRoutes(api: Api, { database, ...tools }: ProposalTools & { database: Database }): void {
  api.implement(postSlugApi.propose, async ({ params: { serviceId }, query: { by, title, timeZone } }) => {
    if (!isTimeZone(timeZone)) throw invalid({ timeZone: fieldMessages.invalid });
    return proposeSlug(database.reader, tools, { serviceId, by, title, timeZone });
  });
}
