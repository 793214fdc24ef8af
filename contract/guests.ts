import { z } from 'zod';
import { endpointsOf, publicAccess } from './endpoint.ts';

export const Guest = z.object({ guestId: z.string() });
export type Guest = z.infer<typeof Guest>;

const endpoint = endpointsOf({ tag: 'guests', access: publicAccess });

export const guestApi = {
  /** Sets a signed HttpOnly cookie. Without it, comments and votes have a pseudonym that changes daily. */
  enter: endpoint('POST', '/guests', {
    summary: 'Get the guest identity of the reader, creating it if there is none',
    response: Guest,
  }),
};
