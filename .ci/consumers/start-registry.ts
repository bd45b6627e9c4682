import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { runServer } from 'verdaccio';

/** A registry on loopback. */
export interface Registry extends AsyncDisposable {
  readonly url: string;
  /** The path of an `.npmrc` whose owner may publish. */
  readonly npmrc: string;
}

/**
 * Starts Verdaccio on a free port of loopback. Packages of `@shipmate` come from what is published to it, all others from the
 * registry that npm is configured with on this machine.
 */
export async function startRegistry(folder: string): Promise<Registry> {
  trustCertificates();
  await mkdir(folder, { recursive: true });
  const server = (await runServer(toConfig(folder))) as Server;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const npmrc = join(folder, 'npmrc');
  await writeFile(npmrc, `registry=${url}\n${url.replace('http:', '')}:_authToken=${await createUser(url)}\n`);
  return {
    url,
    npmrc,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function toConfig(folder: string): object {
  return {
    self_path: folder,
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    // A token that needs no password check, which takes half a second for each request.
    security: { api: { legacy: false, jwt: { sign: { expiresIn: '1d' } } } },
    uplinks: {
      npm: { url: readNpmSetting('registry'), timeout: '60s', max_fails: 20, maxage: '1h' },
    },
    packages: {
      '@shipmate/*': { access: '$all', publish: '$authenticated' },
      '**': { access: '$all', proxy: 'npm' },
    },
    max_body_size: '50mb',
    log: { type: 'file', path: join(folder, 'registry.log'), format: 'json', level: 'warn' },
    server: { keepAliveTimeout: 60 },
    web: { enable: false },
  };
}

/** Trusts the certificates that npm is configured with. */
function trustCertificates(): void {
  const file = readNpmSetting('cafile');
  if (['null', 'undefined', ''].includes(file)) return;
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(file, 'utf8')]);
}

function readNpmSetting(name: string): string {
  return execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();
}

/** Returns the token of a new user. */
async function createUser(url: string): Promise<string> {
  const response = await fetch(new URL('-/user/org.couchdb.user:consumers', url), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'consumers', password: crypto.randomUUID() }),
  });
  const { token } = (await response.json()) as { readonly token?: string };
  if (token === undefined) throw new Error(`Verdaccio created no user: it answered ${response.status}.`);
  return token;
}
