export { exportService, type TransferProgress, type TransferReport } from './export-service.ts';
export { importService, isExportedService } from './import-service.ts';
export { TransferError } from './transfer-error.ts';
