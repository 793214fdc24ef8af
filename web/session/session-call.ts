import { ApiError, type Call, createApiClient } from '#contract/api-client.ts';
import { authHeaderOf } from '#contract/site-config.ts';
import { apiBaseUrl, consoleConfig } from './console-config.ts';
import { withToken } from './session.ts';

/**
 * Calls the API once as whoever is signed in.
 * @throws {SessionLost} when there is no session, or neither the API nor the pool takes it any longer.
 */
export const sessionCall: Call = (endpoint, request) =>
  withToken(
    async (token) => {
      const headers = Object.fromEntries([authHeaderOf(await consoleConfig(), token)]);
      return createApiClient({ baseUrl: apiBaseUrl(), headers })(endpoint, request);
    },
    (error) => error instanceof ApiError && error.status === 401,
  );
