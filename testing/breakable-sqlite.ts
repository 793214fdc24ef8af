import { DatabaseSync, StatementSync } from 'node:sqlite';
import { onTestFinished, vi } from 'vitest';

interface Fault {
  /** Extended result code of SQLite: https://sqlite.org/rescode.html */
  readonly errcode: number;
  readonly rollsBack: boolean;
}

/** Lets a chosen statement of the next write fail, until the test ends. */
export function breakableSqlite() {
  const databases = new WeakMap<StatementSync, DatabaseSync>();
  let beforeEach: (statement: StatementSync, database: DatabaseSync | undefined) => void = () => {};
  const { prepare } = DatabaseSync.prototype;
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, text) {
    const statement = prepare.call(this, text);
    databases.set(statement, this);
    return statement;
  });
  const spies = (['run', 'all'] as const).map((name) => {
    const real = StatementSync.prototype[name] as (...given: unknown[]) => never;
    return vi.spyOn(StatementSync.prototype, name).mockImplementation(function (this: StatementSync, ...given) {
      beforeEach(this, databases.get(this));
      return real.apply(this, given);
    });
  });
  onTestFinished(() => {
    for (const spy of [prepared, ...spies]) spy.mockRestore();
  });
  return {
    /**
     * Counts the statements of the connection that runs `start` first, from that statement on and without reads outside
     * of transactions, and lets the one at `position` fail. Returns an array that will contain the failed statement.
     */
    failAt(position: number, { errcode, rollsBack }: Fault, start = /^begin/i) {
      const failed: string[] = [];
      let [writer, at]: [DatabaseSync | undefined, number] = [undefined, -1];
      const fail = ({ sourceSQL }: StatementSync, database: DatabaseSync): never => {
        failed.push(sourceSQL);
        if (rollsBack && database.isTransaction) database.exec('rollback');
        throw Object.assign(new Error('the disk fails'), { code: 'ERR_SQLITE_ERROR', errcode });
      };
      beforeEach = (statement, database) => {
        if (start.test(statement.sourceSQL)) writer ??= database;
        if (database !== writer || !writer || failed.length > 0) return;
        if (!writer.isTransaction && isRead(statement)) return;
        at += 1;
        if (at === position) fail(statement, writer);
      };
      return failed;
    },
    work() {
      beforeEach = () => {};
    },
  };
}

function isRead({ sourceSQL }: StatementSync): boolean {
  return /^select/i.test(sourceSQL);
}
