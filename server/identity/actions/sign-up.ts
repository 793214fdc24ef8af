import { z } from 'zod';
import { type Action, action, Name, Password, requireClient } from '../action.ts';
import { deliveryTo } from '../code-delivery.ts';
import { signUpUser } from '../sign-up.ts';
import { AttributeList, readAttributes } from '../written-attributes.ts';

const Input = z.object({ ClientId: Name, Username: Name, Password, UserAttributes: AttributeList });

export const signUp: Action = action(Input, async (pool, input, caller) => {
  requireClient(pool, input.ClientId);
  const written = readAttributes(input.UserAttributes);
  const user = await signUpUser(pool, { name: input.Username, password: input.Password, written }, caller);
  return { UserConfirmed: false, UserSub: user.sub, CodeDeliveryDetails: deliveryTo(user.email) };
});
