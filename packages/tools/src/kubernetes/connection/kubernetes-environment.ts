import { z } from 'zod';

/** What plugins that fetch credentials need to see of the environment; they see nothing else of it. */
export const pluginVariables = [
  'PATH',
  'HOME',
  'HTTPS_PROXY',
  'NO_PROXY',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_PROFILE',
  'AWS_REGION',
  'AWS_ROLE_ARN',
  'AWS_WEB_IDENTITY_TOKEN_FILE',
  'AZURE_CLIENT_ID',
  'AZURE_CLIENT_SECRET',
  'AZURE_CONFIG_DIR',
  'AZURE_FEDERATED_TOKEN_FILE',
  'AZURE_TENANT_ID',
  'CLOUDSDK_CONFIG',
  'GOOGLE_APPLICATION_CREDENTIALS',
] as const;

const names = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  )
  .optional();

/** The environment variables by which clusters are found, and what is not shown of them. */
export const kubernetesEnvironmentSchema = z.object({
  ...(Object.fromEntries(pluginVariables.map((name) => [name, z.string().optional()])) as Record<
    (typeof pluginVariables)[number],
    z.ZodOptional<z.ZodString>
  >),
  /** Kubeconfig files, separated as in `PATH`. Without it, the service account of the pod that this process runs in. */
  KUBECONFIG: z.string().min(1).optional(),
  KUBERNETES_SERVICE_HOST: z.string().min(1).optional(),
  KUBERNETES_SERVICE_PORT: z.string().regex(/^\d+$/).default('443'),
  /** Acts as `shipmate:<user id>` in the group `shipmate:<organization id>`, whose rights the cluster decides on. */
  KUBERNETES_IMPERSONATE: z.stringbool().default(false),
  /** More words, separated by commas, that make a field, variable or annotation secret when its name holds one. */
  KUBERNETES_SECRET_NAMES: names,
  /** Names, separated by commas, that are shown although they hold such a word. */
  KUBERNETES_PUBLIC_NAMES: names,
});

export type KubernetesEnvironment = z.output<typeof kubernetesEnvironmentSchema>;

/** Whether an environment names a cluster at all. */
export function hasCluster(environment: Partial<KubernetesEnvironment>): boolean {
  return environment.KUBECONFIG !== undefined || environment.KUBERNETES_SERVICE_HOST !== undefined;
}
