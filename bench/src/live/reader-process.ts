// Streams the runs of the database whose URL is its argument, without executing any, until its parent disconnects.
import { silentLogger } from '../../../packages/core/src/index.ts';
import { createDatabase } from '../../../packages/db/src/index.ts';
import { startLiveServer } from './live-server.ts';

const [, , databaseUrl = ''] = process.argv;
const database = await createDatabase({ databaseUrl }, { logger: silentLogger });
const server = await startLiveServer(database);
process.on('disconnect', () => process.exit());
process.send?.(server.url);
