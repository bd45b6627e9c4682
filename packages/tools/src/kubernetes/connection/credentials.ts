import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError, type Clock } from '@shipmate/core';
import { runProcess } from '@shipmate/runtime/process';
import { z } from 'zod';
import type { CredentialSource, Credentials } from './credential-source.ts';
import type { ExecPlugin, InFolder, Kubeconfig } from './kubeconfig.ts';

/** The environment in which credential plugins and files are read. */
interface CredentialSurroundings {
  /** The complete environment of a plugin. */
  readonly pluginEnvironment: Readonly<Record<string, string>>;
  readonly clock: Clock;
}

type User = Kubeconfig['users'] extends ReadonlyMap<string, infer Value> ? Value : never;

/** The kubelet rotates token files, so they are read again after a minute. */
const tokenFileMs = 60_000;

/** Creates the credentials of a kubeconfig user. @throws AppError `UNAVAILABLE` for a kind that is not supported. */
export function createCredentials(user: User, surroundings: CredentialSurroundings): CredentialSource {
  if (user.exec) return createExecCredentials(user.exec, { ...surroundings, folder: user.folder });
  if (user['auth-provider'] !== undefined) {
    throw new AppError({
      code: 'UNAVAILABLE',
      message: 'The kubeconfig uses an auth-provider, which Kubernetes has dropped. Configure an exec plugin instead.',
    });
  }
  const readToken = createTokenReader(user, surroundings.clock);
  return async () => {
    const certificate = await readPem(user, 'client-certificate');
    const key = await readPem(user, 'client-key');
    const authorization = await readToken();
    return {
      ...(certificate !== undefined && { certificate }),
      ...(key !== undefined && { key }),
      ...(authorization !== undefined && { authorization }),
    };
  };
}

function createTokenReader(user: User, clock: Clock): () => Promise<string | undefined> {
  const { token, tokenFile, username, password = '', folder } = user;
  let read: { readonly text: string; readonly until: number } | undefined;
  return async () => {
    if (tokenFile !== undefined) {
      const now = clock.now().getTime();
      if (read === undefined || read.until <= now) {
        read = { text: await readConfigured(resolve(folder, tokenFile)), until: now + tokenFileMs };
      }
      return `Bearer ${read.text.trim()}`;
    }
    if (token !== undefined) return `Bearer ${token}`;
    if (username === undefined) return undefined;
    return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  };
}

/** Returns the value of a field, given inline (`-data`, base64) or as the path of a file. */
export async function readPem<Field extends string>(
  holder: InFolder<{ readonly [Name in Field | `${Field}-data`]?: string | undefined }>,
  field: Field,
): Promise<string | undefined> {
  const { [`${field}-data`]: data, [field]: path, folder } = holder as Readonly<Record<string, string | undefined>>;
  if (data !== undefined && data !== '') return Buffer.from(data, 'base64').toString('utf8');
  return path === undefined || path === '' ? undefined : readConfigured(resolve(folder ?? '', path));
}

/** Reads a file that the configuration names. @throws AppError `UNAVAILABLE` whose message omits the path. */
export async function readConfigured(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new AppError({
      code: 'UNAVAILABLE',
      message: 'A file that the configuration of the cluster names cannot be read.',
      cause,
    });
  }
}

const answerSchema = z.object({
  kind: z.literal('ExecCredential'),
  status: z.object({
    token: z.string().optional(),
    clientCertificateData: z.string().optional(),
    clientKeyData: z.string().optional(),
    expirationTimestamp: z.string().optional(),
  }),
});

/** Credentials are renewed this long before they expire. */
const marginMs = 30_000;

/** Runs a credential plugin of the kubeconfig without a shell and caches its credentials until they expire. */
function createExecCredentials(
  plugin: ExecPlugin,
  surroundings: {
    readonly pluginEnvironment: Readonly<Record<string, string>>;
    readonly clock: Clock;
    /** The kubeconfig's folder, to which a relative command is resolved. */
    readonly folder: string;
  },
): CredentialSource {
  let known: { readonly credentials: Credentials; readonly until: number } | undefined;
  let asking: Promise<Credentials> | undefined;

  async function ask(signal: AbortSignal): Promise<Credentials> {
    const { credentials, until } = await askPlugin(plugin, surroundings, signal);
    known = { credentials, until };
    return credentials;
  }

  return async ({ refresh, signal }) => {
    if (known && !refresh && known.until > surroundings.clock.now().getTime()) return known.credentials;
    asking ??= ask(signal).finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

async function askPlugin(
  plugin: ExecPlugin,
  {
    pluginEnvironment,
    folder,
  }: { readonly pluginEnvironment: Readonly<Record<string, string>>; readonly folder: string },
  signal: AbortSignal,
): Promise<{ readonly credentials: Credentials; readonly until: number }> {
  const { apiVersion, command, args, env, installHint } = plugin;
  const info = { apiVersion, kind: 'ExecCredential', spec: { interactive: false } };
  const isRelative = command.includes('/') || command.includes('\\');
  const result = await runProcess(isRelative ? resolve(folder, command) : command, args ?? [], {
    cwd: folder,
    env: {
      ...pluginEnvironment,
      ...Object.fromEntries((env ?? []).map(({ name, value }) => [name, value])),
      KUBERNETES_EXEC_INFO: JSON.stringify(info),
    },
    signal,
    timeoutMs: 30_000,
    maxOutputBytes: 200_000,
    installHint: installHint ?? 'It fetches the credentials of the cluster, as the kubeconfig says.',
  });
  const answer = result.exitCode === 0 ? answerSchema.safeParse(readJson(result.stdout)) : undefined;
  if (!answer?.success) {
    throw new AppError({
      code: 'UNAVAILABLE',
      message: `The program that fetches the credentials of the cluster ${result.timedOut ? 'timed out' : 'failed'}. Run it by hand to see why.`,
    });
  }
  const { token, clientCertificateData: certificate, clientKeyData: key, expirationTimestamp } = answer.data.status;
  const until = expirationTimestamp === undefined ? Infinity : Date.parse(expirationTimestamp) - marginMs;
  return {
    credentials: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(certificate !== undefined && { certificate }),
      ...(key !== undefined && { key }),
    },
    until,
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
