import type { Transaction } from 'kysely';
import type { ServiceChange } from '#contract/admin-services.ts';
import { messages } from '#contract/errors.ts';
import type { Tables } from '../database/tables.ts';
import { notFound } from '../http/errors.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { findStoredService, updateService } from './service.repository.ts';
import { deleteServiceConfigs, saveServiceConfigs } from './service-config.repository.ts';
import { compareConfigs } from './service-configs.ts';

export interface ChangeTools {
  readonly clock: Clock;
  /** Runs in the transaction, to update content that contains image sizes. */
  readonly onImageSizesChanged: (
    trx: Transaction<Tables>,
    changed: { readonly serviceId: string; readonly now: string },
  ) => Promise<void>;
}

/** Writes nothing without a difference. Every setting may affect some page, so each change invalidates the caches. */
export async function changeService(
  trx: Transaction<Tables>,
  { clock, serviceId, onImageSizesChanged }: ChangeTools & { serviceId: string },
  { label, functions, configs }: Omit<ServiceChange, 'revision'>,
): Promise<void> {
  const stored = await findStoredService(trx, serviceId);
  if (!stored) throw notFound(messages.serviceMissing);
  const { record } = stored;
  const change = {
    ...(label && label !== record.label && { label }),
    ...(functions && !isSameSet(functions, record.functions) && { functions }),
  };
  const { set, unset } = compareConfigs(stored.configs, configs ?? {});
  if (Object.keys({ ...change, ...set }).length + unset.length === 0) return;
  const updatedAt = toInstant(clock.now());
  await updateService(trx, serviceId, { ...change, updatedAt });
  await saveServiceConfigs(trx, { serviceId, configs: set, updatedAt });
  await deleteServiceConfigs(trx, serviceId, unset);
  const areSizesOther = 'mediaUploadImageSizes' in set || unset.includes('mediaUploadImageSizes');
  if (areSizesOther) await onImageSizesChanged(trx, { serviceId, now: updatedAt });
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item) => other.includes(item));
}
