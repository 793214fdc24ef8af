import type { ServiceDetail, ServiceRecord } from '#contract/admin-services.ts';
import { type ConfigName, defaultServiceConfigs, type ServiceConfigs, toSiteLink } from '#contract/service-configs.ts';
import { MAX_SERVICES, type PublicService, type ServiceFunction } from '#contract/services.ts';
import { emitServiceRaised } from '../database/commits.ts';
import type { Db } from '../database/connect.ts';
import { compiledQuery } from '../database/queries.ts';
import type { ServiceRow, Transaction } from '../database/tables.ts';
import { hasRowLocks } from '../database/write-transaction.ts';

const recordColumns = [
  'services.serviceId',
  'services.label',
  'services.functions',
  'services.settingsRevision as revision',
  'services.createdAt',
  'services.updatedAt',
] as const;

const servicesOfId = compiledQuery((db, { serviceId }: { serviceId: string }) =>
  db.selectFrom('services').select('serviceId').where('serviceId', '=', serviceId),
);

export async function isService(db: Db, serviceId: string): Promise<boolean> {
  return (await servicesOfId(db, { serviceId })).length > 0;
}

const lookConfigs = {
  description: 'siteDescription',
  logoUrl: 'siteLogoUrl',
  darkLogoUrl: 'siteDarkLogoUrl',
  faviconUrl: 'siteFaviconUrl',
  accentColor: 'siteAccentColor',
  language: 'siteLanguage',
  listLayout: 'siteListLayout',
  fonts: 'siteFonts',
  headerLinks: 'siteHeaderLinks',
  footerLinks: 'siteFooterLinks',
  footerText: 'siteFooterText',
} as const satisfies Partial<Record<keyof PublicService, ConfigName>>;
const lookNames = Object.keys(lookConfigs) as (keyof typeof lookConfigs)[];

function selectPublicServices(db: Db) {
  return db.selectFrom('services').select((eb) => {
    const config = (name: ConfigName) =>
      eb
        .selectFrom('serviceConfigs')
        .select('configVal')
        .whereRef('serviceConfigs.serviceId', '=', 'services.serviceId')
        .where('configName', '=', name);
    return [
      'services.serviceId',
      'services.label',
      'services.functions',
      ...lookNames.map((name) => config(lookConfigs[name]).as(name)),
    ];
  });
}

function toPublicService({ serviceId, label, functions, ...look }: PublicServiceRow): PublicService {
  const shown = lookNames.flatMap((name) => {
    const stored = look[name];
    if (stored === null || stored === JSON.stringify(defaultServiceConfigs[lookConfigs[name]])) return [];
    const setting: string | readonly string[] = JSON.parse(stored);
    return [[name, typeof setting === 'string' ? setting : setting.flatMap((line) => toSiteLink(line) ?? [])]];
  });
  const does: ServiceFunction[] = JSON.parse(functions);
  const comments = does.includes('comment') ? { takesComments: true as const } : {};
  return { serviceId, label, ...Object.fromEntries(shown), ...comments };
}

type PublicServiceRow = Pick<ServiceRow, 'serviceId' | 'label' | 'functions'> &
  Record<keyof typeof lookConfigs, string | null>;

const publicServicesOfId = compiledQuery((db, { serviceId }: { serviceId: string }) =>
  selectPublicServices(db).where('services.serviceId', '=', serviceId),
);

export async function findPublicService(db: Db, serviceId: string): Promise<PublicService | undefined> {
  const [row] = await publicServicesOfId(db, { serviceId });
  return row && toPublicService(row);
}

export async function isAnyService(db: Db): Promise<boolean> {
  return (await db.selectFrom('services').select('serviceId').limit(1).executeTakeFirst()) !== undefined;
}

export async function isFull(db: Db): Promise<boolean> {
  const last = db
    .selectFrom('services')
    .select('serviceId')
    .limit(1)
    .offset(MAX_SERVICES - 1);
  return (await last.executeTakeFirst()) !== undefined;
}

export async function listPublicServices(
  db: Db,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<PublicService[]> {
  let query = selectPublicServices(db)
    .where('functions', 'like', '%"post"%')
    .orderBy('services.serviceId')
    .limit(limit);
  if (after !== undefined) query = query.where('services.serviceId', '>', after);
  return (await query.execute()).map(toPublicService);
}

export async function listServices(db: Db): Promise<ServiceRecord[]> {
  const rows = await db.selectFrom('services').select(recordColumns).orderBy('serviceId').limit(MAX_SERVICES).execute();
  return rows.map(toRecord);
}

export async function listServicesOf(db: Db, serviceIds: readonly string[]): Promise<ServiceRecord[]> {
  if (serviceIds.length === 0) return [];
  const rows = await db
    .selectFrom('services')
    .select(recordColumns)
    .where('serviceId', 'in', serviceIds)
    .orderBy('serviceId')
    .limit(MAX_SERVICES)
    .execute();
  return rows.map(toRecord);
}

export interface StoredService {
  readonly record: ServiceRecord;
  readonly configs: Partial<ServiceConfigs>;
}

export async function findStoredService(db: Db, serviceId: string): Promise<StoredService | undefined> {
  const rows = await servicesWithConfigs(db, { serviceId });
  const [first] = rows;
  if (!first) return undefined;
  const configs = rows.flatMap(({ configName, configVal }) =>
    configName !== null && configVal !== null && Object.hasOwn(defaultServiceConfigs, configName)
      ? [[configName, JSON.parse(configVal)] as const]
      : [],
  );
  return { record: toRecord(first), configs: Object.fromEntries(configs) };
}

const servicesWithConfigs = compiledQuery((db, { serviceId }: { serviceId: string }) =>
  db
    .selectFrom('services')
    .leftJoin('serviceConfigs', 'serviceConfigs.serviceId', 'services.serviceId')
    .select(recordColumns)
    .select(['serviceConfigs.configName', 'serviceConfigs.configVal'])
    .where('services.serviceId', '=', serviceId),
);

export async function findServiceDetail(db: Db, serviceId: string): Promise<ServiceDetail | undefined> {
  const stored = await findStoredService(db, serviceId);
  return stored && { ...stored.record, configs: { ...defaultServiceConfigs, ...stored.configs } };
}

export interface NewService {
  readonly serviceId: string;
  readonly label: string;
  readonly functions: readonly ServiceFunction[];
  readonly createdAt: string;
}

export async function insertService(trx: Transaction, service: NewService): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('services')
    .values({ ...service, functions: JSON.stringify(service.functions), revision: 1, updatedAt: null })
    .onConflict((conflict) => conflict.column('serviceId').doNothing())
    .executeTakeFirstOrThrow();
  await emitServiceRaised(trx, service.serviceId);
  return numInsertedOrUpdatedRows === 1n;
}

export async function lockSettings(trx: Transaction, serviceId: string): Promise<void> {
  // SQLite has a single writer.
  if (!hasRowLocks(trx)) return;
  await trx.selectFrom('services').select('serviceId').where('serviceId', '=', serviceId).forNoKeyUpdate().execute();
}

export async function updateService(
  trx: Transaction,
  serviceId: string,
  { functions, ...change }: { label?: string; functions?: readonly ServiceFunction[]; updatedAt: string },
): Promise<void> {
  await trx
    .updateTable('services')
    .set((eb) => ({
      ...change,
      ...(functions && { functions: JSON.stringify(functions) }),
      revision: eb('revision', '+', 1),
      settingsRevision: eb('settingsRevision', '+', 1),
    }))
    .where('serviceId', '=', serviceId)
    .execute();
  await emitServiceRaised(trx, serviceId);
}

function toRecord(row: Omit<ServiceRow, 'settingsRevision' | 'recentChanges'>): ServiceRecord {
  const { serviceId, label, functions, revision, createdAt, updatedAt } = row;
  return { serviceId, label, functions: JSON.parse(functions), revision, createdAt, updatedAt };
}

/** Stored files remain. */
export async function deleteServices(trx: Transaction, serviceIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('services').where('serviceId', 'in', serviceIds).execute();
  for (const serviceId of serviceIds) await emitServiceRaised(trx, serviceId);
}
