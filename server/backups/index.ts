export { BackupError } from './backup-error.ts';
export { type BackupReport, makeBackup } from './make-backup.ts';
export type { SecretHandling } from './manifest.ts';
export { planRestore, type RestoreReport, restoreBackup } from './restore-backup.ts';
