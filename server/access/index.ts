export { accessGuard, type VerifyToken } from './access-guard.ts';
