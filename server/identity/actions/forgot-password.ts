import { z } from 'zod';
import { type Action, action, Name, requireClient } from '../action.ts';
import { atEvenPace } from '../even-pace.ts';
import { mailForgottenPasswordCode } from '../forgotten-password.ts';

const Input = z.object({ ClientId: Name, Username: Name });

export const forgotPassword: Action = action(Input, async (pool, { ClientId, Username }, caller) => {
  requireClient(pool, ClientId);
  return atEvenPace(async () => ({
    CodeDeliveryDetails: await mailForgottenPasswordCode(pool, Username, caller),
  }));
});
