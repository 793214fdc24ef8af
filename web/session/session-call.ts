import { ApiError, type Call, createApiClient } from '#contract/api-client.ts';
import { authHeaderOf } from '#contract/site-config.ts';
import { apiBaseUrl, consoleConfig } from './console-config.ts';
import { withToken } from './session.ts';

/**
 * Renews a rejected token and repeats the call once.
 * @throws {SessionLost} when there is no session, or when neither the API nor the pool accepts it.
 */
export const sessionCall: Call = (endpoint, request) =>
  withToken(
    async (token) => {
      const headers = Object.fromEntries([authHeaderOf(await consoleConfig(), token)]);
      return createApiClient({ baseUrl: apiBaseUrl(), headers })(endpoint, request);
    },
    (error) => error instanceof ApiError && error.status === 401,
  );
