import { resolve } from 'node:path';
import { AppError, type Clock } from '@shipmate/core';
import { runProcess } from '@shipmate/runtime';
import { z } from 'zod';
import type { Credentials, CredentialSource } from './credential-source.ts';
import type { ExecPlugin } from './kubeconfig.ts';

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
export function createExecCredentials(
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
      message: `The program that fetches the credentials of the cluster ${result.timedOut ? 'took too long' : 'failed'}. Run it by hand to see why.`,
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
