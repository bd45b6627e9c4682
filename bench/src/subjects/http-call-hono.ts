import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createBareHono } from '../bare-hono.ts';
import { createHttpSubject } from '../http-subject.ts';
import type { Subject } from '../subject.ts';

export async function createSubject(): Promise<Subject> {
  const server = serve({ fetch: createBareHono().fetch, port: 0, hostname: '127.0.0.1' });
  if (!server.listening) await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createHttpSubject({ url, fetch, close: async () => void server.close() });
}
