import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import type { ContractServer, ContractSubject } from './contract-server.ts';
import { findFreePort } from './free-port.ts';
import { createRawClient } from './raw-client.ts';
import { startServerProcess } from './server-process.ts';

/**
 * Returns the API server of a folder with `kube-apiserver` and `etcd`, as the variable KUBEBUILDER_ASSETS of envtest
 * names it.
 */
export async function findApiServer(assets: string): Promise<ContractSubject> {
  if (assets === '') {
    throw new Error(
      'Set KUBEBUILDER_ASSETS to a folder with kube-apiserver and etcd, as "setup-envtest use -p path" prints it.',
    );
  }
  const { stdout } = await promisify(execFile)(join(assets, 'kube-apiserver'), ['--version']);
  const [, version, minor] = /v(\d+\.(\d+)\.\S+)/.exec(stdout) ?? [];
  if (version === undefined) throw new Error(`kube-apiserver gives no version: ${stdout}`);
  return {
    name: `kube-apiserver ${version}`,
    minor: Number(minor),
    hasNodes: false,
    start: () => startApiServer(assets),
  };
}

/**
 * Starts etcd and an API server with its own certificate on free loopback ports. Both stop when the returned server is
 * disposed of.
 */
async function startApiServer(assets: string): Promise<ContractServer> {
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-envtest-'));
  started.defer(() => rm(folder, { recursive: true, force: true }));

  const [etcdPort, peerPort, port] = await Promise.all([findFreePort(), findFreePort(), findFreePort()]);
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const etcd = started.use(
    startServerProcess(join(assets, 'etcd'), etcdFlags(folder, etcdUrl, peerPort), join(folder, 'etcd.log')),
  );
  await etcd.waitUntil(async () => (await fetch(`${etcdUrl}/health`)).ok);

  const tokens = { admin: randomBytes(16).toString('hex'), limited: randomBytes(16).toString('hex') };
  await writeFile(
    join(folder, 'tokens.csv'),
    `${tokens.admin},admin,admin,system:masters\n${tokens.limited},limited,limited\n`,
  );
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await writeFile(join(folder, 'accounts.pem'), privateKey.export({ type: 'pkcs1', format: 'pem' }));
  const apiServer = started.use(
    startServerProcess(
      join(assets, 'kube-apiserver'),
      apiServerFlags(folder, etcdUrl, port),
      join(folder, 'kube-apiserver.log'),
    ),
  );
  const url = `https://127.0.0.1:${port}`;
  const toConfig = async (user: keyof typeof tokens) =>
    toKubeconfig(url, await readFile(join(folder, 'certificates', 'apiserver.crt'), 'utf8'), tokens[user]);
  await apiServer.waitUntil(async () => {
    await using client = createRawClient(await toConfig('admin'));
    const namespace = await client.send('/api/v1/namespaces/default');
    return namespace.status === 200 && (await client.send('/readyz')).status === 200;
  });
  const kubeconfigs = { admin: await toConfig('admin'), limited: await toConfig('limited') };
  const owned = started.move();
  return {
    kubeconfig: (user) => kubeconfigs[user ?? 'admin'],
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function etcdFlags(folder: string, url: string, peerPort: number): readonly string[] {
  return [
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=${url}`,
    `--advertise-client-urls=${url}`,
    `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
    '--unsafe-no-fsync',
  ];
}

/** Disables admission of service accounts, because no controller creates them. */
function apiServerFlags(folder: string, etcdUrl: string, port: number): readonly string[] {
  const key = join(folder, 'accounts.pem');
  return [
    `--etcd-servers=${etcdUrl}`,
    '--bind-address=127.0.0.1',
    '--advertise-address=127.0.0.1',
    `--secure-port=${port}`,
    `--cert-dir=${join(folder, 'certificates')}`,
    `--token-auth-file=${join(folder, 'tokens.csv')}`,
    '--authorization-mode=RBAC',
    `--service-account-key-file=${key}`,
    `--service-account-signing-key-file=${key}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    '--service-cluster-ip-range=10.0.0.0/24',
    '--endpoint-reconciler-type=none',
    '--disable-admission-plugins=ServiceAccount',
  ];
}

function toKubeconfig(server: string, authority: string, token: string): string {
  const data = Buffer.from(authority).toString('base64');
  return stringify({
    'current-context': 'envtest',
    clusters: [{ name: 'envtest', cluster: { server, 'certificate-authority-data': data } }],
    users: [{ name: 'user', user: { token } }],
    contexts: [{ name: 'envtest', context: { cluster: 'envtest', user: 'user' } }],
  });
}
