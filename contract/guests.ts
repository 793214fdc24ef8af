import { z } from 'zod';
import { endpoint, publicAccess } from './endpoint.ts';

/** A visitor without an account: enough to own a comment or a vote, never more. */
export const Guest = z.object({ guestId: z.string() });
export type Guest = z.infer<typeof Guest>;

export const guestApi = {
  /** The identity rides on a signed cookie that scripts cannot read; whoever keeps none is told apart by the day. */
  enter: endpoint({
    method: 'POST',
    path: '/guests',
    summary: 'Who a visitor without an account is; makes the identity when it is first needed',
    tag: 'guests',
    access: publicAccess,
    response: Guest,
  }),
};
