import { Buffer } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { PGlite, type PGliteOptions, type QueryOptions, type Results, type Transaction } from '@electric-sql/pglite';
import { prepareStatements } from './prepare-statements.ts';

type ExecuteProtocol = PGlite['execProtocolStream'];

const maxBusyMs = 5;

/**
 * A PGlite that parses each statement with parameters once, and returns texts as they are stored; PGlite itself drops a byte order mark
 * at the start of a value.
 */
class ExactPglite extends PGlite {
  /** The time that statements took since the event loop turned. */
  #busyMs = 0;
  readonly #execute = prepareStatements(this);

  override async query<Row>(text: string, parameters?: unknown[], options?: QueryOptions): Promise<Results<Row>> {
    if (!isPreparable(parameters, options)) return super.query(text, parameters, options);
    await this._checkReady();
    return this._runExclusiveTransaction(() => this.#queryExclusively(text, parameters, options));
  }

  override async transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return super.transaction((transaction) =>
      work({
        query: (text, parameters, options) =>
          transaction.closed || !isPreparable(parameters, options)
            ? transaction.query(text, parameters, options)
            : this.#queryExclusively(text, parameters, options),
        sql: (...statement) => transaction.sql(...statement),
        exec: (...statement) => transaction.exec(...statement),
        rollback: () => transaction.rollback(),
        listen: (...channel) => transaction.listen(...channel),
        get closed() {
          return transaction.closed;
        },
      }),
    );
  }

  #queryExclusively<Row>(text: string, parameters: unknown[], options?: QueryOptions): Promise<Results<Row>> {
    return this._runExclusiveQuery(() => this.#execute<Row>(text, parameters, options));
  }

  /**
   * Runs queries; unlike PGlite's method, it also reads the raw bytes of the response, and lets the event loop turn when statements
   * took some milliseconds: PGlite runs in this thread, and its promises alone would run one statement after the other in one turn.
   */
  override async execProtocolStream(...[message, options]: Parameters<ExecuteProtocol>): ReturnType<ExecuteProtocol> {
    const startedAt = performance.now();
    const { messages, data } = await this.execProtocol(message, options);
    restoreByteOrderMarks(messages, data);
    this.#busyMs += performance.now() - startedAt;
    if (this.#busyMs >= maxBusyMs) {
      this.#busyMs = 0;
      await setImmediate();
    }
    return messages;
  }
}

/** True for a statement with parameters whose only option is the form of its rows. */
function isPreparable(parameters: unknown[] | undefined, options: QueryOptions = {}): parameters is unknown[] {
  return parameters !== undefined && parameters.length > 0 && Object.keys(options).every((name) => name === 'rowMode');
}

/** Opens PGlite and waits until it accepts queries. */
export async function openPglite(options: PGliteOptions): Promise<PGlite> {
  const pglite = new ExactPglite(options);
  await pglite.waitReady;
  return pglite;
}

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number];
/** A message with a row: one text per column, `null` for NULL. */
type DataRow = Message & { fields: (string | null)[] };

const byteOrderMark = Buffer.from('\uFEFF');
const dataRowType = 'D'.charCodeAt(0);

/**
 * Restores, in place, the byte order marks that PGlite's `TextDecoder` drops at the beginning of values.
 *
 * @param messages The messages that PGlite decoded from `data`.
 * @param data The bytes of the response, in PostgreSQL's protocol 3.0.
 */
function restoreByteOrderMarks(messages: readonly Message[], data: Uint8Array): void {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (!bytes.includes(byteOrderMark)) return;
  const rows = messages.filter(isDataRow);
  let row = 0;
  for (let start = 0; start < bytes.length; start += 1 + bytes.readInt32BE(start + 1)) {
    if (bytes[start] !== dataRowType) continue;
    const { fields } = rows[row] ?? { fields: [] };
    restoreRow(fields, bytes.subarray(start + 5));
    row += 1;
  }
}

function isDataRow(message: Message): message is DataRow {
  return message.name === 'dataRow' && 'fields' in message;
}

/** Restores a row: the number of its columns, then the length and the bytes of each; the length of NULL is -1. */
function restoreRow(fields: (string | null)[], row: Buffer): void {
  let start = 2;
  for (const [index, field] of fields.entries()) {
    const length = row.readInt32BE(start);
    start += 4;
    if (length < 0) continue;
    const isMarked = row.subarray(start, start + byteOrderMark.length).equals(byteOrderMark);
    if (isMarked && length >= byteOrderMark.length) fields[index] = `\uFEFF${field ?? ''}`;
    start += length;
  }
}
