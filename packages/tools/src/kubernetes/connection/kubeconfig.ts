import { AppError } from '@shipmate/core';
import { parseYaml } from '@shipmate/domain/yaml';
import { z } from 'zod';

const clusterSchema = z.object({
  server: z.url({ protocol: /^https?$/ }),
  'certificate-authority': z.string().optional(),
  'certificate-authority-data': z.string().optional(),
  'insecure-skip-tls-verify': z.boolean().default(false),
  'tls-server-name': z.string().optional(),
});

const execSchema = z.object({
  apiVersion: z.string(),
  command: z.string().min(1),
  args: z.array(z.string()).nullish(),
  env: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
  installHint: z.string().optional(),
});

const userSchema = z.object({
  'client-certificate': z.string().optional(),
  'client-certificate-data': z.string().optional(),
  'client-key': z.string().optional(),
  'client-key-data': z.string().optional(),
  token: z.string().optional(),
  tokenFile: z.string().optional(),
  username: z.string().optional(),
  password: z.string().optional(),
  exec: execSchema.nullish(),
  'auth-provider': z.unknown().optional(),
  as: z.string().optional(),
  'as-groups': z.array(z.string()).nullish(),
});

const contextSchema = z.object({ cluster: z.string(), user: z.string().default(''), namespace: z.string().optional() });

const fileSchema = z.object({
  'current-context': z.string().default(''),
  clusters: z.array(z.object({ name: z.string(), cluster: clusterSchema })).nullish(),
  users: z.array(z.object({ name: z.string(), user: userSchema.nullish() })).nullish(),
  contexts: z.array(z.object({ name: z.string(), context: contextSchema })).nullish(),
});

/** A credential plugin of a kubeconfig. */
export type ExecPlugin = z.output<typeof execSchema>;

/** A cluster or user with the folder that its relative paths are resolved against. */
export type InFolder<Value> = Value & { readonly folder: string };

/** One or several kubeconfig files, merged. */
export interface Kubeconfig {
  readonly currentContext: string;
  readonly clusters: ReadonlyMap<string, InFolder<z.output<typeof clusterSchema>>>;
  readonly users: ReadonlyMap<string, InFolder<z.output<typeof userSchema>>>;
  readonly contexts: ReadonlyMap<string, z.output<typeof contextSchema>>;
}

/** The text of a kubeconfig file and its folder. */
interface KubeconfigFile {
  readonly text: string;
  readonly folder: string;
}

/**
 * Parses kubeconfig files and merges them as kubectl does: the first definition of a name wins.
 *
 * @throws AppError `UNAVAILABLE` when a file is not a kubeconfig. The message omits the file's content, which contains
 * credentials.
 */
export function parseKubeconfig(files: readonly KubeconfigFile[]): Kubeconfig {
  const parsed = files.map(({ text, folder }) => ({ folder, ...parseFile(text) }));
  const first = <Value>(entries: readonly (readonly [string, Value])[]) => new Map(entries.toReversed());
  return {
    currentContext: parsed.map((file) => file['current-context']).find((name) => name !== '') ?? '',
    contexts: first(
      parsed.flatMap(({ contexts }) => (contexts ?? []).map(({ name, context }) => [name, context] as const)),
    ),
    clusters: first(
      parsed.flatMap(({ folder, clusters }) =>
        (clusters ?? []).map(({ name, cluster }) => [name, { ...cluster, folder }] as const),
      ),
    ),
    users: first(
      parsed.flatMap(({ folder, users }) =>
        (users ?? []).map(({ name, user }) => [name, { ...user, folder }] as const),
      ),
    ),
  };
}

function parseFile(text: string): z.output<typeof fileSchema> {
  const result = fileSchema.safeParse(readYaml(text));
  if (result.success) return result.data;
  const where = result.error.issues.map(({ path }) => path.join('.')).slice(0, 3);
  throw invalidKubeconfig(where.length === 0 ? '' : ` See ${where.join(', ')}.`);
}

function readYaml(text: string): unknown {
  try {
    return parseYaml(text, { field: 'KUBECONFIG' }) ?? {};
  } catch {
    throw invalidKubeconfig('');
  }
}

function invalidKubeconfig(where: string): AppError {
  return new AppError({ code: 'UNAVAILABLE', message: `A file of KUBECONFIG is no kubeconfig.${where}` });
}
