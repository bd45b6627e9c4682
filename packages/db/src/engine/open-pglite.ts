import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { restoreByteOrderMarks } from './restore-byte-order-marks.ts';

type ExecuteProtocol = PGlite['execProtocolStream'];

/** A PGlite that returns texts as they are stored; PGlite itself drops a byte order mark that a value begins with. */
class ExactPglite extends PGlite {
  /** Runs queries; in contrast to PGlite's own, it sees the bytes of the answer beside the messages made of them. */
  override async execProtocolStream(...[message, options]: Parameters<ExecuteProtocol>): ReturnType<ExecuteProtocol> {
    const { messages, data } = await this.execProtocol(message, options);
    restoreByteOrderMarks(messages, data);
    return messages;
  }
}

/** Opens PGlite and waits until it takes queries. */
export async function openPglite(options: PGliteOptions): Promise<PGlite> {
  const pglite = new ExactPglite(options);
  await pglite.waitReady;
  return pglite;
}
