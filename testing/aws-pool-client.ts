import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { onTestFinished } from 'vitest';
import type { TestApp } from './app.ts';
import { addressOfApp } from './pool-client.ts';

/** The AWS SDK's client of user pools as it is, speaking to the application over a port. */
export async function awsPoolClient(app: TestApp): Promise<CognitoIdentityProviderClient> {
  const client = new CognitoIdentityProviderClient({
    region: app.userPool.region,
    endpoint: `${await addressOfApp(app)}/identity/`,
    // The calls of people are not signed; without any, the SDK would look for some on this machine.
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    maxAttempts: 1,
  });
  onTestFinished(() => client.destroy());
  return client;
}
