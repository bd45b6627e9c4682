import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { z } from 'zod';

const clusterSchema = z.looseObject({
  server: z.url(),
  'certificate-authority': z.string().optional(),
  'certificate-authority-data': z.string().optional(),
  'insecure-skip-tls-verify': z.boolean().default(false),
});
const execSchema = z.looseObject({
  apiVersion: z.string(),
  command: z.string(),
  args: z.array(z.string()).nullish(),
  env: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
});
const userSchema = z.looseObject({
  token: z.string().optional(),
  tokenFile: z.string().optional(),
  'client-certificate': z.string().optional(),
  'client-certificate-data': z.string().optional(),
  'client-key': z.string().optional(),
  'client-key-data': z.string().optional(),
  exec: execSchema.optional(),
});
const fileSchema = z.looseObject({
  'current-context': z.string().default(''),
  clusters: z.array(z.object({ name: z.string(), cluster: clusterSchema })),
  users: z.array(z.object({ name: z.string(), user: userSchema.nullish() })),
  contexts: z.array(z.object({ name: z.string(), context: z.looseObject({ cluster: z.string(), user: z.string() }) })),
});
const credentialSchema = z.object({
  status: z.object({
    token: z.string().optional(),
    clientCertificateData: z.string().optional(),
    clientKeyData: z.string().optional(),
  }),
});

/** A connection to a cluster. */
export interface Connection {
  readonly server: URL;
  readonly authority: string | undefined;
  readonly verify: boolean;
  readonly token: string | undefined;
  readonly certificate: string | undefined;
  readonly key: string | undefined;
}

/** Options for finding a connection. */
export interface ConnectionOptions {
  /** Path of a kubeconfig. */
  readonly kubeconfig: string;
  /** Default: its current context. */
  readonly context?: string;
  /** Environment of credential plugins. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Reads a connection from a kubeconfig and runs its credential plugin. @throws Error without a matching context */
export async function readConnection({
  kubeconfig,
  context,
  environment = {},
}: ConnectionOptions): Promise<Connection> {
  const config = fileSchema.parse(parse(await readFile(kubeconfig, 'utf8')));
  const { cluster, user } = find(config, context ?? config['current-context']);
  const plugin = user.exec && (await runPlugin(user.exec, environment));
  const read = (data: string | undefined, path: string | undefined) => readPem(data, path, dirname(kubeconfig));
  const [authority, tokenFile, certificate, key] = await Promise.all([
    read(cluster['certificate-authority-data'], cluster['certificate-authority']),
    read(undefined, user.tokenFile),
    read(user['client-certificate-data'], user['client-certificate']),
    read(user['client-key-data'], user['client-key']),
  ]);
  return {
    server: new URL(cluster.server),
    authority,
    verify: !cluster['insecure-skip-tls-verify'],
    token: plugin?.token ?? user.token ?? tokenFile?.trim(),
    certificate: plugin?.clientCertificateData ?? certificate,
    key: plugin?.clientKeyData ?? key,
  };
}

function find({ clusters, users, contexts }: z.output<typeof fileSchema>, name: string) {
  const context = contexts.find((each) => each.name === name)?.context;
  const cluster = clusters.find((each) => each.name === context?.cluster)?.cluster;
  const user = users.find((each) => each.name === context?.user)?.user ?? {};
  if (cluster) return { cluster, user };
  const known = contexts.map((each) => each.name).join(', ') || 'none';
  throw new Error(`Context ${JSON.stringify(name)} with a cluster not found in the kubeconfig. Use one of: ${known}.`);
}

async function readPem(data: string | undefined, path: string | undefined, folder: string) {
  if (data !== undefined) return Buffer.from(data, 'base64').toString('utf8');
  return path === undefined ? undefined : readFile(resolve(folder, path), 'utf8');
}

async function runPlugin(
  { apiVersion, command, args, env }: z.output<typeof execSchema>,
  environment: NonNullable<ConnectionOptions['environment']>,
) {
  const info = { apiVersion, kind: 'ExecCredential', spec: { interactive: false } };
  const variables = Object.fromEntries((env ?? []).map(({ name, value }) => [name, value]));
  const { stdout } = await promisify(execFile)(command, args ?? [], {
    env: { ...environment, ...variables, KUBERNETES_EXEC_INFO: JSON.stringify(info) },
  });
  return credentialSchema.parse(JSON.parse(stdout)).status;
}
