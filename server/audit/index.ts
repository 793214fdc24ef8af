export { auditRoutes } from './audit.routes.ts';
export { type AuditActor, type AuditedDeed, type AuditLog, auditActorOf, createAuditLog } from './audit-log.ts';
export { startAuditPruning } from './prune-audit-log.ts';
