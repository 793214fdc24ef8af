import type { Page } from '@playwright/test';
import { srpClient } from '#testing/srp-client.ts';

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/**
 * Always creates a new session: refresh tokens rotate, so tests cannot share one.
 * @throws when the pool requires more than the password.
 */
export async function storeSession(page: Page, { username, password }: Credentials): Promise<void> {
  // Any page of the site gives access to its storage; this one loads no script.
  const response = await page.goto('/robots.txt');
  const { origin } = new URL(response?.url() ?? '');
  const { identity } = await (await fetch(`${origin}/api/config`)).json();
  const { userPoolClientId: clientId, userPoolId: poolId } = identity;
  const call = async (operation: string, body: object) => {
    const reply = await fetch(`${origin}/identity/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify({ ClientId: clientId, ...body }),
    });
    const json = await reply.json();
    if (!reply.ok) throw new Error(`${operation} answered ${reply.status}: ${JSON.stringify(json)}`);
    return json;
  };
  const client = srpClient({ poolId, password });
  const AuthParameters = { USERNAME: username, SRP_A: client.SRP_A };
  const challenge = await call('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH', AuthParameters });
  const { AuthenticationResult: tokens, ChallengeName } = await call('RespondToAuthChallenge', {
    ChallengeName: challenge.ChallengeName,
    ChallengeResponses: client.answer(challenge.ChallengeParameters, new Date()),
  });
  if (!tokens) throw new Error(`${username} cannot sign in by password alone: ${ChallengeName}`);
  const name = challenge.ChallengeParameters.USER_ID_FOR_SRP;
  const prefix = `CognitoIdentityServiceProvider.${clientId}`;
  const items = {
    [`${prefix}.LastAuthUser`]: name,
    [`${prefix}.${name}.idToken`]: tokens.IdToken,
    [`${prefix}.${name}.accessToken`]: tokens.AccessToken,
    [`${prefix}.${name}.refreshToken`]: tokens.RefreshToken,
    [`${prefix}.${name}.clockDrift`]: '0',
  };
  await page.evaluate((stored) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  }, items);
}
