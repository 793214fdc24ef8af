import { fieldMessages, messages } from '#contract/errors.ts';
import type { ServiceConfigsInput } from '#contract/service-configs.ts';
import type { ServiceFunction } from '#contract/services.ts';
import { insertRootCategory } from '../categories/index.ts';
import type { Transaction } from '../database/tables.ts';
import { badRequest, type HttpError } from '../http/errors.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { acceptService, updateUser } from '../users/index.ts';
import { insertService, isFull } from './service.repository.ts';
import { saveServiceConfigs } from './service-config.repository.ts';
import { compareConfigs } from './service-configs.ts';

export interface ServiceToCreate {
  readonly serviceId: string;
  readonly label: string;
  readonly functions: readonly ServiceFunction[];
  readonly configs?: ServiceConfigsInput | undefined;
  readonly creator?: string | undefined;
}

export async function createService(
  trx: Transaction,
  { clock }: { clock: Clock },
  { configs = {}, creator, ...service }: ServiceToCreate,
): Promise<void> {
  const { serviceId } = service;
  const createdAt = toInstant(clock.now());
  if (await isFull(trx)) throw badRequest(messages.tooManyServices);
  if (!(await insertService(trx, { ...service, createdAt }))) throw serviceIdTaken();
  await insertRootCategory(trx, serviceId, createdAt);
  const { set } = compareConfigs({}, configs);
  await saveServiceConfigs(trx, { serviceId, configs: set, updatedAt: createdAt });
  if (creator === undefined) return;
  await acceptService(trx, { username: creator, serviceId, createdAt });
  await updateUser(trx, creator, { isRightsChange: true });
}

function serviceIdTaken(): HttpError {
  return badRequest(messages.serviceIdTaken, { errors: [{ field: 'service_id', message: fieldMessages.taken }] });
}
