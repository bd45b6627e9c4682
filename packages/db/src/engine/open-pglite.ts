import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { restoreByteOrderMarks } from './restore-byte-order-marks.ts';

type ExecuteProtocol = PGlite['execProtocolStream'];

/** A PGlite that returns texts as they are stored; PGlite itself drops a byte order mark at the start of a value. */
class ExactPglite extends PGlite {
  /** Runs queries; unlike PGlite's method, it also reads the raw bytes of the response. */
  override async execProtocolStream(...[message, options]: Parameters<ExecuteProtocol>): ReturnType<ExecuteProtocol> {
    const { messages, data } = await this.execProtocol(message, options);
    restoreByteOrderMarks(messages, data);
    return messages;
  }
}

/** Opens PGlite and waits until it accepts queries. */
export async function openPglite(options: PGliteOptions): Promise<PGlite> {
  const pglite = new ExactPglite(options);
  await pglite.waitReady;
  return pglite;
}
