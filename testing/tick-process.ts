import { once } from 'node:events';
import { loadConfig } from '#server/config.ts';
import { connect } from '#server/database/connect.ts';
import { createLog } from '#server/platform/log.ts';
import { tick } from '#server/publishing/schedule/ticker.ts';
import { testClock } from './clock.ts';

/** Ticks the clock once at the time on standard input. Several processes that receive it together tick concurrently. */
const { database: target } = await loadConfig(process.env);
const database = connect(target);
await database.reader.selectFrom('services').select('serviceId').execute();
process.stderr.write('ready\n');
const [instant] = await once(process.stdin.setEncoding('utf8'), 'data');
await tick({ database, clock: testClock(String(instant).trim()), log: createLog('info') });
await database.close();
process.stdin.destroy();
