import type { OutgoingHttpHeaders } from 'node:http';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const ONE_YEAR_S = 365 * 24 * 60 * 60;

const PERMISSIONS = ['browsing-topics', 'camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ');

/** For responses whose handler sets no policy. Inline styles are those of the icon. */
const DEFAULT_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; base-uri 'none'; object-src 'none'; frame-ancestors 'self'";
const DATA_POLICY = "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'";

const isHttps = (publicUrl: string | undefined) => publicUrl?.startsWith('https:') ?? false;

/** Headers of responses that are written before any handler runs. */
export function earlyHeaders(publicUrl: string | undefined): OutgoingHttpHeaders {
  return {
    'cache-control': 'no-store',
    'content-security-policy': DATA_POLICY,
    'x-content-type-options': 'nosniff',
    ...(isHttps(publicUrl) && { 'strict-transport-security': `max-age=${ONE_YEAR_S}; includeSubDomains` }),
  };
}

/** HSTS depends on an HTTPS public URL, since it would break installations without TLS. */
export async function securityHeaders(
  app: FastifyInstance,
  { publicUrl }: { publicUrl: string | undefined },
): Promise<void> {
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: isHttps(publicUrl) ? { policy: 'same-origin' } : false,
    originAgentCluster: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isHttps(publicUrl) ? { maxAge: ONE_YEAR_S } : false,
    xFrameOptions: { action: 'sameorigin' },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS).header('content-security-policy', DEFAULT_POLICY);
  });
}

/** API responses are data that load nothing and that any site may read. */
export function dataOnlyHeaders(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', DATA_POLICY);
    reply.header('cross-origin-resource-policy', 'cross-origin');
  });
}
