import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { onTestFinished } from 'vitest';
import type { TestApp } from './app.ts';
import { addressOfApp } from './pool-client.ts';

export async function awsPoolClient(app: TestApp): Promise<CognitoIdentityProviderClient> {
  const client = new CognitoIdentityProviderClient({
    region: app.userPool.region,
    endpoint: `${await addressOfApp(app)}/identity/`,
    // User calls are unsigned; without credentials the SDK would search this machine for some.
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    maxAttempts: 1,
  });
  onTestFinished(() => client.destroy());
  return client;
}
