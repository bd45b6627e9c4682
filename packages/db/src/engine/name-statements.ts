import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient } from 'pg';

/** Number of statements that get a name. Each keeps its plan in every session of the server. */
const maxNames = 500;

/**
 * Wraps a pool so that a session parses and plans each statement with parameters once: the statement gets a name, which is derived
 * from its text. A migration that changes the columns of a result invalidates a prepared statement; it then gets a new name and, outside
 * of a transaction, is repeated at once.
 */
export function nameStatements(pool: Pool): PostgresPool {
  const names = new Map<string, string>();
  let generation = 0;

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNames) return known;
    const name = `s${generation}_${createHash('sha256').update(text).digest('base64url').slice(0, 32)}`;
    names.set(text, name);
    return name;
  }

  /** Sessions keep the invalid plans under the old names until they end. */
  function renewNames(): void {
    generation += 1;
    names.clear();
  }

  async function query<Row>(
    client: PoolClient,
    text: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>> {
    const values = [...parameters];
    const name = values.length === 0 ? undefined : nameOf(text);
    const execute = async (config: { readonly text: string; readonly values: unknown[]; readonly name?: string }) =>
      (await client.query(config)) as unknown as PostgresQueryResult<Row>;
    try {
      return await execute({ text, values, ...(name !== undefined && { name }) });
    } catch (thrown) {
      if (!isOutdatedPlan(thrown)) throw thrown;
      if (names.get(text) === name) renewNames();
      // The error has ended an open transaction, which its caller repeats.
      if (client.getTransactionStatus() !== 'I') throw thrown;
      return execute({ text, values });
    }
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      return {
        ...('processID' in client && { processID: Number(client.processID) }),
        query: (text: string, parameters: readonly unknown[]) => query(client, text, parameters),
        release: (destroy?: boolean) => client.release(destroy),
      } as PostgresPoolClient;
    },
  };
}

/** `cached plan must not change result type`: PostgreSQL's `RevalidateCachedQuery` raises it as `feature_not_supported`. */
function isOutdatedPlan(thrown: unknown): boolean {
  return (
    thrown instanceof Error && 'code' in thrown && thrown.code === '0A000' && thrown.message.includes('cached plan')
  );
}
