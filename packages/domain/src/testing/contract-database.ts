import { afterAll, beforeAll } from 'vitest';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';

/** A database on which a store contract runs. */
export interface ContractDatabase extends AsyncDisposable {
  readonly unitOfWork: UnitOfWork;
}

/** Opens an empty database, ready for use. */
export type OpenDatabase<Database extends ContractDatabase = ContractDatabase> = () => Promise<Database>;

/** Opens one database for the tests of a `describe`; each test uses its own tenants. */
export function useDatabase<Database extends ContractDatabase>(open: OpenDatabase<Database>): () => Database {
  let database: Database | undefined;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(async () => {
    await database?.[Symbol.asyncDispose]();
  });
  return () => {
    if (!database) throw new Error('The database is opened before the first test, not earlier.');
    return database;
  };
}
