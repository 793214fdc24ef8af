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

/**
 * Points the auth category of Amplify, as it is but for the arithmetic of SRP, at the application over a port. Amplify
 * is one to a process: whoever signs in with it signs out before anybody else does.
 */
export async function configureAmplify({ app, userPool }: TestApp): Promise<void> {
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const Cognito = {
    userPoolId: userPool.poolId,
    userPoolClientId: userPool.clientId,
    userPoolEndpoint: `${address}/identity/`,
  };
  // It warns of every endpoint that is not Amazon's.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  // What the umbrella package does when it is configured.
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
