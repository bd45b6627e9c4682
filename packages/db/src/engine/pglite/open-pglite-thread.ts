import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { QueryOptions, Results } from '@electric-sql/pglite';
import { AppError } from '@shipmate/core';
import type { EmbeddedServer, EmbeddedSession, EmbeddedTransaction } from './embedded-server.ts';
import type {
  NumberedRequest,
  ThreadError,
  ThreadMessage,
  ThreadOptions,
  ThreadRequest,
  ThreadResults,
} from './thread-message.ts';

/** Object identifiers of the types json and jsonb. */
const jsonTypes: ReadonlySet<number> = new Set([114, 3802]);

/**
 * Opens PGlite in a thread of its own, so that no statement blocks this thread's event loop. The thread keeps the process alive only while a
 * statement runs. Requests wait until PGlite accepts queries; when it does not start, `waitReady` and all requests reject.
 */
export function startPgliteThread(options: ThreadOptions): EmbeddedServer {
  allowOptimizing(false);
  const worker = new Worker(new URL(import.meta.resolve('@shipmate/db/pglite-thread')), {
    workerData: options,
    env: {},
    // Messages are short-lived; a larger young generation would stay in memory.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
  const server = new PgliteThread(worker);
  const whenLoaded = (): void => allowOptimizing(true);
  server.waitReady.then(whenLoaded, whenLoaded);
  return server;
}

/** Like {@link startPgliteThread}, but waits until PGlite accepts queries. @throws Error when it does not start. */
export async function openPgliteThread(options: ThreadOptions): Promise<EmbeddedServer> {
  const server = startPgliteThread(options);
  await server.waitReady;
  return server;
}

/**
 * Sets whether WebAssembly that is loaded from now on is optimized. PGlite is not: optimizing it takes hundreds of megabytes, a third of
 * which stays with the process, and seconds of CPU, and small statements are not faster afterwards.
 */
function allowOptimizing(isAllowed: boolean): void {
  if (process.execArgv.includes('--liftoff-only')) return;
  for (const flag of ['wasm-tier-up', 'wasm-dynamic-tiering']) setFlagsFromString(`--${isAllowed ? '' : 'no-'}${flag}`);
}

/** The side of the thread that sends requests. */
class PgliteThread implements EmbeddedServer {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #listeners = new Map<string, Set<(payload: string) => void>>();
  readonly #ready: PromiseWithResolvers<void> = Promise.withResolvers<void>();
  readonly waitReady: Promise<void> = this.#ready.promise;
  #sent = 0;
  #isReady = false;
  #failure: Error | undefined;
  #closing: Promise<void> | undefined;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (message: ThreadMessage) => this.#receive(message));
    worker.on('error', (cause) => this.#fail(cause));
    worker.on('exit', (code) => this.#fail(new Error(`The thread of the embedded database ended with code ${code}.`)));
  }

  get ready(): boolean {
    return this.#isReady;
  }

  get closed(): boolean {
    return this.#closing !== undefined;
  }

  query<Row>(statement: string, parameters: unknown[] = [], _options?: QueryOptions): Promise<Results<Row>> {
    return this.#session(undefined).query<Row>(statement, parameters);
  }

  exec(statements: string): Promise<Results[]> {
    return this.#session(undefined).exec(statements);
  }

  async transaction<Result>(callback: (session: EmbeddedTransaction) => Promise<Result>): Promise<Result> {
    const transaction = await this.#send<'begin'>({ kind: 'begin' });
    let isOpen = true;
    const rollback = async (): Promise<void> => {
      isOpen = false;
      await this.#send({ kind: 'rollback', transaction });
    };
    let result: Result;
    try {
      result = await callback({ ...this.#session(transaction), rollback });
    } catch (thrown) {
      if (isOpen) await rollback();
      throw thrown;
    }
    if (isOpen) await this.#send({ kind: 'commit', transaction });
    return result;
  }

  async listen(channel: string, callback: (payload: string) => void): Promise<() => Promise<void>> {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(callback));
    if (listeners.size === 1) await this.#send({ kind: 'listen', channel });
    return async () => {
      listeners.delete(callback);
      if (listeners.size === 0 && !this.closed) await this.#send({ kind: 'unlisten', channel });
    };
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    try {
      if (!this.#failure) await this.#send({ kind: 'close' });
    } finally {
      await this.#worker.terminate();
    }
  }

  #session(transaction: number | undefined): EmbeddedSession {
    const scope = transaction === undefined ? {} : { transaction };
    return {
      query: async <Row>(statement: string, parameters: unknown[] = []) => {
        const { more, ...first } = await this.#send<'query'>({ kind: 'query', statement, parameters, ...scope });
        const parts = [parseJson(first).rows];
        for (let query = more; query !== undefined; ) {
          const part = await this.#send<'more'>({ kind: 'more', query });
          parts.push(parseJson({ rows: part.rows, fields: first.fields }).rows);
          query = part.more;
        }
        return { ...first, rows: parts.flat() } as Results<Row>;
      },
      exec: async (statements) => (await this.#send<'exec'>({ kind: 'exec', statements, ...scope })).map(parseJson),
    };
  }

  #send<Kind extends keyof ThreadResults>(request: ThreadRequest): Promise<ThreadResults[Kind]>;
  #send(request: ThreadRequest): Promise<unknown>;
  async #send(request: ThreadRequest): Promise<unknown> {
    if (this.#failure) throw this.#failure;
    const id = (this.#sent += 1);
    const waiting = Promise.withResolvers<unknown>();
    // Throws for a parameter that cannot be copied, which PGlite could not store either.
    this.#worker.postMessage({ id, request } satisfies NumberedRequest);
    this.#waiting.set(id, waiting);
    this.#worker.ref();
    return waiting.promise;
  }

  #receive(message: ThreadMessage): void {
    switch (message.kind) {
      case 'ready':
        this.#isReady = true;
        this.#worker.unref();
        return this.#ready.resolve();
      case 'notification':
        for (const callback of this.#listeners.get(message.channel) ?? []) callback(message.payload);
        return;
      case 'result':
        return this.#take(message.id)?.resolve(message.value);
      case 'error':
        return this.#take(message.id)?.reject(toError(message.error));
    }
  }

  #take(id: number): PromiseWithResolvers<unknown> | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#worker.unref();
    return waiting;
  }

  #fail(cause: unknown): void {
    this.#failure ??= new AppError({ code: 'DATABASE_ERROR', message: this.#describe(cause), cause });
    this.#ready.reject(this.#failure);
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
  }

  #describe(cause: unknown): string {
    if (this.closed) return 'The database is closed.';
    if (this.#isReady) return 'The embedded database stopped. Restart Shipmate.';
    return `The embedded database did not start: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}

/** Parses, in place, the values of columns with JSON. */
function parseJson(results: Results): Results {
  const columns = results.fields.filter(({ dataTypeID }) => jsonTypes.has(dataTypeID));
  if (columns.length === 0) return results;
  for (const row of results.rows as Record<string, unknown>[]) {
    for (const { name } of columns) {
      const value = row[name];
      if (typeof value === 'string') row[name] = JSON.parse(value) as unknown;
    }
  }
  return results;
}

function toError({ message, fields }: ThreadError): Error {
  return Object.assign(new Error(message), fields);
}
