import type { FastifyCorsOptions } from '@fastify/cors';

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
  // Otherwise OPTIONS requests without preflight headers get an error in another format.
  strictPreflight: false,
});
