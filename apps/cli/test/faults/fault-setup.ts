import { join } from 'node:path';
import { silentLogger, type Principal } from '@shipmate/core';
import { createDatabase, type Database } from '@shipmate/db';
import { createTestTenant, startTestPostgres, type TestPostgres } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import { createSecret, extensionTokenPrefix, hashSecret, toSessionCookie } from '@shipmate/server';
import { createTemporaryFolder } from '../shipmate.ts';
import type { FaultSettings } from './fault-settings.ts';
import { openLedger, type Ledger } from './ledger.ts';
import { startFaultProcess, type FaultProcess } from './start-fault-process.ts';

/** A user whose questions the processes answer. */
export interface Person {
  readonly principal: Principal;
  /** Headers for programs, with a token. */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers for a browser, with a session cookie; decisions need it. */
  readonly browserHeaders: Readonly<Record<string, string>>;
  readonly token: string;
}

/** A database server, the ledger of tool calls, and a function that starts processes on both. */
export interface FaultSetup extends AsyncDisposable {
  readonly postgres: TestPostgres;
  readonly databaseUrl: string;
  /** The test's own connections, without faults except those of the server. */
  readonly database: Database;
  readonly ledger: Ledger;
  readonly person: Person;
  start(
    settings: Pick<FaultSettings, 'apps'> & Partial<FaultSettings>,
    nodeArgs?: readonly string[],
  ): Promise<FaultProcess>;
}

/** Creates the setup of one test file. Its disposal ends all processes that it started. */
export async function createFaultSetup(): Promise<FaultSetup> {
  await using making = new AsyncDisposableStack();
  const folder = making.use(await createTemporaryFolder());
  const ledger = join(folder.path, 'ledger');
  const postgres = await startTestPostgres();
  making.defer(() => postgres.stop());
  const databaseUrl = await postgres.url();
  const database = await createDatabase({ databaseUrl }, { logger: silentLogger });
  making.defer(() => database.close());
  await database.migrate();
  await database.start();
  const person = await createPerson(database);
  const resources = making.move();
  return {
    postgres,
    databaseUrl,
    database,
    ledger: openLedger(ledger),
    person,
    async start(settings, nodeArgs) {
      const process = await startFaultProcess({ databaseUrl, ledger, leaseSeconds: 3, ...settings }, nodeArgs);
      return resources.use(process);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

const dayMs = 24 * 60 * 60_000;

async function createPerson({ unitOfWork }: Database): Promise<Person> {
  const { credentials } = unitOfWork.stores;
  const { principal } = await createTestTenant(unitOfWork);
  const token = createSecret(extensionTokenPrefix);
  await credentials.createExtensionToken(principal, {
    id: newId(),
    name: 'fault suite',
    secretHash: hashSecret(token),
    expiresAt: null,
  });
  const { userId, organizationId } = principal;
  const secret = createSecret();
  const session = { id: newId(), userId, organizationId, expiresAt: new Date(Date.now() + dayMs) };
  await credentials.createSession({ ...session, secretHash: hashSecret(secret) });
  const [cookie = ''] = toSessionCookie({ secret, expiresAt: session.expiresAt, secure: false }).split(';', 1);
  const type = { 'content-type': 'application/json' };
  return {
    principal,
    token,
    headers: { authorization: `Bearer ${token}`, ...type },
    browserHeaders: { cookie, ...type },
  };
}
