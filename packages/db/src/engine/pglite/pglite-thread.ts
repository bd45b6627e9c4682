import { parentPort, workerData } from 'node:worker_threads';
import type { PGlite, Results, Transaction } from '@electric-sql/pglite';
import { openPglite } from './open-pglite.ts';
import { pgliteExtensions } from './pglite-extensions.ts';
import type {
  NumberedRequest,
  RowsPart,
  ThreadError,
  ThreadMessage,
  ThreadOptions,
  ThreadRequest,
  ThreadResults,
} from './thread-message.ts';

/** A transaction that the other thread ends. */
interface OpenTransaction {
  readonly session: Transaction;
  readonly end: PromiseWithResolvers<void>;
  readonly ended: Promise<void>;
}

/** JSON stays text: the other thread parses it as fast as it would copy the values. */
const parsers = { 114: keepText, 3802: keepText };

if (parentPort)
  await serve(await openPglite({ ...(workerData as ThreadOptions), parsers, extensions: pgliteExtensions }));

/** Executes the requests of the other thread. PGlite runs them one after the other, a transaction as one. */
async function serve(pglite: PGlite): Promise<void> {
  const transactions = new Map<number, OpenTransaction>();
  const listeners = new Map<string, () => Promise<void>>();
  const unsent = new Map<number, { readonly rows: Results['rows']; readonly from: number }>();
  let begun = 0;
  let divided = 0;

  const post = (message: ThreadMessage): void => parentPort?.postMessage(message);
  const sessionOf = (transaction: number | undefined): PGlite | Transaction =>
    transaction === undefined ? pglite : openTransaction(transaction).session;

  function openTransaction(transaction: number): OpenTransaction {
    const open = transactions.get(transaction);
    if (!open) throw new Error(`Transaction ${transaction} has ended.`);
    return open;
  }

  async function begin(): Promise<number> {
    const id = (begun += 1);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const ended = pglite.transaction(async (session) => {
      transactions.set(id, { session, end, ended });
      resolve();
      await end.promise;
    });
    ended.catch(reject);
    await promise;
    return id;
  }

  async function commit(transaction: number): Promise<void> {
    const { end, ended } = openTransaction(transaction);
    transactions.delete(transaction);
    end.resolve();
    await ended;
  }

  async function rollback(transaction: number): Promise<void> {
    const { end, ended } = openTransaction(transaction);
    transactions.delete(transaction);
    const reason = new Error('Rolled back.');
    end.reject(reason);
    await ended.catch((thrown: unknown) => {
      if (thrown !== reason) throw thrown;
    });
  }

  function inParts(results: Results): ThreadResults['query'] {
    const query = (divided += 1);
    unsent.set(query, { rows: results.rows, from: 0 });
    return { ...results, ...nextPart(query) };
  }

  function nextPart(query: number): RowsPart {
    const { rows, from } = unsent.get(query) ?? { rows: [], from: 0 };
    const end = findPartEnd(rows, from);
    if (end === rows.length) {
      unsent.delete(query);
      return { rows: from === 0 ? rows : rows.slice(from) };
    }
    unsent.set(query, { rows, from: end });
    return { rows: rows.slice(from, end), more: query };
  }

  async function execute(request: ThreadRequest): Promise<unknown> {
    switch (request.kind) {
      case 'query':
        return inParts(toPlain(await sessionOf(request.transaction).query(request.statement, request.parameters)));
      case 'more':
        return nextPart(request.query);
      case 'exec':
        return (await sessionOf(request.transaction).exec(request.statements)).map(toPlain);
      case 'begin':
        return begin();
      case 'commit':
        return commit(request.transaction);
      case 'rollback':
        return rollback(request.transaction);
      case 'listen':
        listeners.set(
          request.channel,
          await pglite.listen(request.channel, (payload) =>
            post({ kind: 'notification', channel: request.channel, payload }),
          ),
        );
        return undefined;
      case 'unlisten':
        await listeners.get(request.channel)?.();
        listeners.delete(request.channel);
        return undefined;
      case 'close':
        return pglite.close();
    }
  }

  async function respond({ id, request }: NumberedRequest): Promise<void> {
    try {
      post({ kind: 'result', id, value: await execute(request) });
    } catch (thrown) {
      post({ kind: 'error', id, error: toThreadError(thrown) });
    }
  }

  parentPort?.on('message', (request: NumberedRequest) => void respond(request));
  post({ kind: 'ready' });
}

/** Length of the values of a part from which on it takes no further row, in characters and bytes: some milliseconds of copying. */
const partLength = 500_000;

function findPartEnd(rows: Results['rows'], from: number): number {
  let length = 0;
  for (let end = from; end < rows.length; end += 1) {
    if (length >= partLength) return end;
    for (const value of Object.values(rows[end] ?? {}))
      length += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;
  }
  return rows.length;
}

/** Drops what cannot be copied to another thread. */
function toPlain({ rows, fields, affectedRows }: Results): Results {
  return { rows, fields, ...(affectedRows !== undefined && { affectedRows }) };
}

function keepText(text: string): string {
  return text;
}

function toThreadError(thrown: unknown): ThreadError {
  if (!(thrown instanceof Error)) return { message: String(thrown), fields: {} };
  const fields = Object.entries(thrown).filter(([, value]) => value === null || typeof value !== 'object');
  return {
    message: thrown.message,
    fields: Object.fromEntries(fields.filter(([, value]) => typeof value !== 'function')),
  };
}
