import { createServer } from 'node:net';

/** Returns a free port of 127.0.0.1. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;
  const address = server.address();
  const { promise: closed, resolve: onClose } = Promise.withResolvers<void>();
  server.close(() => onClose());
  await closed;
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}
