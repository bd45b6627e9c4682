import { type Principal, silentLogger } from '../../../packages/core/src/index.ts';
import { createDatabase } from '../../../packages/db/src/index.ts';
import { createTestTenant } from '../../../packages/domain/src/testing/index.ts';
import type { UnitOfWork } from '../../../packages/domain/src/index.ts';

/** A database with one organization and one user. */
export interface Workplace extends AsyncDisposable {
  readonly unitOfWork: UnitOfWork;
  readonly principal: Principal;
}

export async function openWorkplace(): Promise<Workplace> {
  const database = await createDatabase({ memory: true }, { logger: silentLogger });
  await database.migrate();
  const { unitOfWork } = database;
  const { principal } = await createTestTenant(unitOfWork);
  return { unitOfWork, principal, [Symbol.asyncDispose]: () => database.close() };
}
