import { MoveError } from './move-error.ts';
import type { TablePlan } from './table-plan.ts';

/** @throws {MoveError} unless exactly the known migrations have been applied */
export function checkMigrations(applied: readonly string[] | undefined, plan: TablePlan, name: string): void {
  if (applied === undefined) throw new MoveError(`${name} holds no installation: there is nothing to copy.`);
  const unknown = applied.filter((migration) => !plan.migrations.includes(migration));
  if (unknown.length > 0) throw new MoveError(`${name} is of a newer version of Kawaraban than this one.`);
  if (applied.length < plan.migrations.length)
    throw new MoveError(`${name} has to be brought to the newest shape first: kawaraban migrate.`);
}
