import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const ONE_YEAR_S = 365 * 24 * 60 * 60;

/** What no page of ours asks a browser for, so that nothing on it can. */
const PERMISSIONS = ['browsing-topics', 'camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * Headers that every answer carries. What would break an installation without TLS (HSTS) depends on the public
 * address; content policies are set where the content is made.
 */
export async function securityHeaders(
  app: FastifyInstance,
  { publicUrl }: { publicUrl: string | undefined },
): Promise<void> {
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: publicUrl?.startsWith('https:') ? { policy: 'same-origin' } : false,
    originAgentCluster: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: publicUrl?.startsWith('https:') ? { maxAge: ONE_YEAR_S } : false,
    xFrameOptions: { action: 'sameorigin' },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS);
  });
}

/** The API's answers are data: they load nothing, and any site may read them. */
export function dataOnlyHeaders(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    reply.header('cross-origin-resource-policy', 'cross-origin');
  });
}
