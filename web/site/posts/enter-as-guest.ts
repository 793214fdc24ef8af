import { ApiError, type Call } from '#contract/api-client.ts';
import { guestApi } from '#contract/guests.ts';

export class GuestRejected extends ApiError {}

/**
 * Returns false after 429: without a guest cookie the server derives a guest id that is valid for one day.
 * @throws {GuestRejected} on other errors of the server.
 */
export async function enterAsGuest(call: Call): Promise<boolean> {
  try {
    await call(guestApi.enter, {});
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error;
    if (error.status !== 429) throw new GuestRejected(error.status, error.body);
    return false;
  }
}
