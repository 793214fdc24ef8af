import { guestApi } from '#contract/guests.ts';
import type { Api } from '../http/implement.ts';
import type { Guests } from './guests.ts';

export function guestRoutes(api: Api, guests: Guests): void {
  api.implement(guestApi.enter, async (visitor) => guests.enter(visitor));
}
