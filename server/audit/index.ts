export { auditRoutes } from './audit.routes.ts';
export { type AuditActor, type AuditedAction, type AuditLog, auditActorOf, createAuditLog } from './audit-log.ts';
export { startAuditPruning } from './prune-audit-log.ts';
