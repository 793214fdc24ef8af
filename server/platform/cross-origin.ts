import type { FastifyCorsOptions } from '@fastify/cors';

/** What pages of other sites may ask the API, and read of its answers. */
export const crossOrigin = (authHeader: string): FastifyCorsOptions => ({
  origin: '*',
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  allowedHeaders: [
    'X-Requested-With',
    'X-HTTP-Method-Override',
    'Content-Type',
    'Cache-Control',
    'Accept',
    'Authorization',
    'Time-Zone',
    ...(authHeader.toLowerCase() === 'authorization' ? [] : [authHeader]),
  ],
  exposedHeaders: ['X-Request-Id', 'Retry-After'],
  maxAge: 600,
  // Otherwise OPTIONS that is no preflight is refused in another shape than everything else.
  strictPreflight: false,
});
