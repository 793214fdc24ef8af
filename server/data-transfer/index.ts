export type { SecretHandling } from './backup/backup-manifest.ts';
export { type BackupReport, makeBackup } from './backup/make-backup.ts';
export { planRestore, type RestoreReport, restoreBackup } from './backup/restore-backup.ts';
export { exportService, type TransferReport } from './export-import/export-service.ts';
export { importService, isExportedService } from './export-import/import-service.ts';
export { moveDatabase } from './tables/copy-database.ts';
export type { CopyProgress } from './tables/copy-tables.ts';
export { OLDEST_POSTGRES } from './tables/postgres-client.ts';
export { TransferError } from './transfer-error.ts';
