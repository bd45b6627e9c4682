import { Buffer } from 'node:buffer';
import { type PGlite, parse, protocol, type QueryOptions, type Results } from '@electric-sql/pglite';

/** Number of statements that stay prepared. Each keeps its plan in memory. */
export const maxStatements: number = 500;

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;

/** A statement that the server has parsed. */
interface Statement {
  /** Its name in the session; empty if the next statement replaces it. */
  readonly name: string;
  readonly parameterTypes: readonly number[];
  /** Messages that describe its columns. */
  readonly columns: Messages;
}

/** Executes a statement with parameters while no other query runs. */
type ExecuteStatement = <Row>(
  text: string,
  parameters: readonly unknown[],
  options?: Pick<QueryOptions, 'rowMode'>,
) => Promise<Results<Row>>;

/**
 * Returns a function that executes statements as `PGlite.query` does. The session parses each text once and executes it in one message
 * instead of six; at most {@link maxStatements} stay prepared. A migration that changes the columns of a result invalidates a prepared
 * statement; outside of a transaction it is repeated at once.
 */
export function prepareStatements(session: PGlite): ExecuteStatement {
  const statements = new Map<string, Statement>();
  let count = 0;

  const send = (...parts: readonly Uint8Array[]): Promise<Messages> =>
    session.execProtocolStream(Buffer.concat(parts), { syncToFs: false });

  async function prepare(text: string): Promise<Statement> {
    const isKept = statements.size < maxStatements;
    if (isKept) count += 1;
    const name = isKept ? `s${count}` : '';
    const described = await send(
      protocol.serialize.parse({ name, text }),
      protocol.serialize.describe({ type: 'S', name }),
      protocol.serialize.sync(),
    );
    const parameterTypes = parse.parseDescribeStatementResults(described);
    const columns = described.filter((message) => message.name === 'rowDescription');
    const statement = { name, parameterTypes, columns };
    if (isKept) statements.set(text, statement);
    return statement;
  }

  const execute: ExecuteStatement = async <Row>(
    text: string,
    parameters: readonly unknown[],
    options?: Pick<QueryOptions, 'rowMode'>,
  ) => {
    const { name, parameterTypes, columns } = statements.get(text) ?? (await prepare(text));
    const values = parameters.map((parameter, index) => toText(parameter, parameterTypes[index]));
    try {
      const messages = await send(
        protocol.serialize.bind({ statement: name, values }),
        protocol.serialize.execute(),
        protocol.serialize.sync(),
      );
      const [result] = parse.parseResults([...columns, ...messages], session.parsers, options);
      return result as Results<Row>;
    } catch (thrown) {
      if (!isOutdatedPlan(thrown)) throw thrown;
      statements.clear();
      // The error has ended an open transaction, which its caller repeats.
      if (session.isInTransaction()) throw thrown;
      await send(protocol.serialize.query('deallocate all'));
      return execute<Row>(text, parameters, options);
    }
  };

  function toText(parameter: unknown, type = 0): string | null {
    if (parameter === null || parameter === undefined) return null;
    return session.serializers[type]?.(parameter) ?? (parameter as { toString(): string }).toString();
  }

  return execute;
}

/** `cached plan must not change result type`: PostgreSQL's `RevalidateCachedQuery` raises it as `feature_not_supported`. */
function isOutdatedPlan(thrown: unknown): boolean {
  return (
    thrown instanceof Error && 'code' in thrown && thrown.code === '0A000' && thrown.message.includes('cached plan')
  );
}
