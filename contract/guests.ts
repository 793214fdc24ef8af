import { z } from 'zod';
import { endpoint, publicAccess } from './endpoint.ts';

export const Guest = z.object({ guestId: z.string() });
export type Guest = z.infer<typeof Guest>;

export const guestApi = {
  /** Sets a signed HttpOnly cookie. Visitors without cookies get an identity that changes daily. */
  enter: endpoint({
    method: 'POST',
    path: '/guests',
    summary: 'Get the guest identity of the visitor, creating it if there is none',
    tag: 'guests',
    access: publicAccess,
    response: Guest,
  }),
};
