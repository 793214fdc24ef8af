export { listEntriesAbout } from './audit.repository.ts';
export { auditRoutes } from './audit.routes.ts';
export {
  type AuditActor,
  type AuditDetails,
  type AuditedAction,
  type AuditLog,
  auditActorOf,
  createAuditLog,
  startAuditPruning,
} from './audit-log.ts';
