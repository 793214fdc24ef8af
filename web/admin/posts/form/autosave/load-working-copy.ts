import { ApiError } from '#contract/api-client.ts';
import { type WorkingCopy, workingCopyApi } from '#contract/working-copies.ts';
import { pageFor } from '../../../../session/console-call.ts';
import { sessionCall } from '../../../../session/session-call.ts';

export async function loadWorkingCopy(
  page: Request,
  params: { readonly serviceId: string; readonly idOrSlug: string },
): Promise<WorkingCopy | undefined> {
  try {
    return await sessionCall(workingCopyApi.find, { params });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw pageFor(error, page) ?? error;
  }
}
