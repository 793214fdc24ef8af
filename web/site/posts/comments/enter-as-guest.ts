import { ApiError, type Call } from '#contract/api-client.ts';
import { guestApi } from '#contract/guests.ts';
import { GuestRefused } from './comment-fields.ts';

/**
 * Signs in anonymously. Where no new guests are taken in, one is a guest of the day.
 * @throws {GuestRefused} when the server answers with another error.
 */
export async function enterAsGuest(call: Call): Promise<void> {
  try {
    await call(guestApi.enter, {});
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error;
    if (error.status !== 429) throw new GuestRefused(error.status, error.body);
  }
}
