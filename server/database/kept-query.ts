import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './connect.ts';

/** Stands in a query for what is given each time that it is run. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** What can be run as it stands, and compiled to be run again. */
type Built<Row> = Compilable<Row> & { execute(): Promise<Row[]> };

/**
 * A query that is built and compiled once, which costs more than running it, from the second time on that it is asked
 * of the same connections; transactions ask it once. `build` is handed places in place of values: it may set them into
 * the query and not look at them. What changes the query itself belongs into `shape`, of which there are few.
 */
export function keptQuery<Given extends object, Row, Shape extends string = ''>(
  build: (db: Db, given: Given, shape: Shape) => Built<Row>,
): (db: Db, given: Given, shape?: Shape) => Promise<Row[]> {
  const asked = new WeakMap<Db, Map<string, CompiledQuery<Row> | 'once'>>();
  const places = new Proxy({}, { get: (_, name) => new Place(String(name)) }) as Given;
  return async (db, given, shape = '' as Shape) => {
    const ofDb = asked.get(db) ?? new Map<string, CompiledQuery<Row> | 'once'>();
    const known = ofDb.get(shape);
    const query = known === 'once' ? build(db, places, shape).compile() : known;
    if (query !== known || !query) asked.set(db, ofDb.set(shape, query ?? 'once'));
    if (!query) return build(db, given, shape).execute();
    const parameters = query.parameters.map((value) =>
      value instanceof Place ? given[value.name as keyof Given] : value,
    );
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
