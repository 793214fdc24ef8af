import { cognitoUserPoolsTokenProvider } from '@aws-amplify/auth/cognito';
import { Amplify, ConsoleLogger } from '@aws-amplify/core';
import { onTestFinished } from 'vitest';
import type { TestApp } from './app.ts';
import { type BigIntegerClass, replaceModPow } from './fast-mod-pow.ts';

// The package does not export the arithmetic of its SRP client.
const srpModule = new URL(
  'providers/cognito/utils/srp/BigInteger/BigInteger.mjs',
  import.meta.resolve('@aws-amplify/auth'),
);
const library: { default: BigIntegerClass } = await import(srpModule.href);
replaceModPow(library.default);

/** Amplify is a singleton: a test must sign out before another account signs in. */
export async function configureAmplify({ app, userPool }: TestApp): Promise<void> {
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const Cognito = {
    userPoolId: userPool.poolId,
    userPoolClientId: userPool.clientId,
    userPoolEndpoint: `${address}/identity/`,
  };
  // Amplify warns about every endpoint outside Amazon.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  // The umbrella package does the same when configured.
  cognitoUserPoolsTokenProvider.setAuthConfig({ Cognito });
  cognitoUserPoolsTokenProvider.setKeyValueStorage(memoryStorage());
  Amplify.configure({ Auth: { Cognito } }, { Auth: { tokenProvider: cognitoUserPoolsTokenProvider } });
  onTestFinished(() => cognitoUserPoolsTokenProvider.teardownNotify());
}

function memoryStorage(): Parameters<typeof cognitoUserPoolsTokenProvider.setKeyValueStorage>[0] {
  const items = new Map<string, string>();
  return {
    setItem: async (key, value) => void items.set(key, value),
    getItem: async (key) => items.get(key) ?? null,
    removeItem: async (key) => void items.delete(key),
    clear: async () => items.clear(),
  };
}
