export { createDatabase, type Database, type DatabaseLocation, type DatabaseResources } from './create-database.ts';
export type { QueueOptions } from './queue/queue-options.ts';
