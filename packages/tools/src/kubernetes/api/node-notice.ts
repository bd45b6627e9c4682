import { AppError } from '@shipmate/core';

/**
 * Texts that a kubelet sends with status 200 in place of a log, always without the timestamp that each line of a log
 * has.
 */
const notice =
  /^(?:unable to retrieve container logs for |failed to try resolving symlinks in path |failed to open log file |rpc error: code = )/;

/**
 * Passes the lines of a log through.
 *
 * @throws AppError `NOT_FOUND` when a node sends a notice that it has no log of the container.
 */
export async function* withoutNotices(lines: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  for await (const line of lines) {
    if (notice.test(line)) throw toFailure(line);
    yield line;
  }
}

function toFailure(line: string): AppError {
  return new AppError({
    code: 'NOT_FOUND',
    message:
      'The node has no log of this container: it was removed, as happens after an eviction or a deletion, or never started. ' +
      `See the events and the pod's status. Message of the node: ${line.slice(0, 200)}`,
  });
}
