import { parentPort, workerData } from 'node:worker_threads';
import type { PGlite, Results, Transaction } from '@electric-sql/pglite';
import { openPglite } from './open-pglite.ts';
import { pgliteExtensions } from './pglite-extensions.ts';
import type { NumberedRequest, ThreadError, ThreadMessage, ThreadOptions, ThreadRequest } from './thread-message.ts';

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
  let begun = 0;

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

  async function execute(request: ThreadRequest): Promise<unknown> {
    switch (request.kind) {
      case 'query':
        return toPlain(await sessionOf(request.transaction).query(request.statement, request.parameters));
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
