import { ApiError, type Call } from '#contract/api-client.ts';
import { guestApi } from '#contract/guests.ts';
import { GuestRejected } from './comment-fields.ts';

/**
 * Signs in as a guest. Ignores 429: without a guest cookie the server derives a guest id that is valid for one day.
 * @throws {GuestRefused} on other errors of the server.
 */
export async function enterAsGuest(call: Call): Promise<void> {
  try {
    await call(guestApi.enter, {});
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error;
    if (error.status !== 429) throw new GuestRejected(error.status, error.body);
  }
}
