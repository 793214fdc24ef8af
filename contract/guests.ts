import { z } from 'zod';
import { endpoint, publicAccess } from './endpoint.ts';

/** A visitor without an account, who can own comments and votes. */
export const Guest = z.object({ guestId: z.string() });
export type Guest = z.infer<typeof Guest>;

export const guestApi = {
  /** Sets a signed HttpOnly cookie. Visitors without cookies get an identity that changes daily. */
  enter: endpoint({
    method: 'POST',
    path: '/guests',
    summary: 'Who a visitor without an account is; makes the identity when it is first needed',
    tag: 'guests',
    access: publicAccess,
    response: Guest,
  }),
};
