import { z } from 'zod';

/** The environment variables that credential plugins receive; they receive no others. */
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

/** The environment variables that configure clusters and redaction. */
export const kubernetesEnvironmentSchema = z.object({
  ...(Object.fromEntries(pluginVariables.map((name) => [name, z.string().optional()])) as Record<
    (typeof pluginVariables)[number],
    z.ZodOptional<z.ZodString>
  >),
  /**
   * Kubeconfig files, separated as in `PATH`. Without it, the service account of the pod in which this process runs.
   */
  KUBECONFIG: z.string().min(1).optional(),
  KUBERNETES_SERVICE_HOST: z.string().min(1).optional(),
  KUBERNETES_SERVICE_PORT: z.string().regex(/^\d+$/).default('443'),
  /**
   * Impersonates `shipmate:<user id>` in the group `shipmate:<organization id>`, whose permissions the cluster decides.
   */
  KUBERNETES_IMPERSONATE: z.stringbool().default(false),
  /**
   * Additional words, separated by commas, that mark a field, variable or annotation as secret when its name contains
   * one.
   */
  KUBERNETES_SECRET_NAMES: names,
  /** Names, separated by commas, that are shown although they contain such a word. */
  KUBERNETES_PUBLIC_NAMES: names,
});

export type KubernetesEnvironment = z.output<typeof kubernetesEnvironmentSchema>;

/** Returns true if the environment configures a cluster. */
export function hasCluster(environment: Partial<KubernetesEnvironment>): boolean {
  return environment.KUBECONFIG !== undefined || environment.KUBERNETES_SERVICE_HOST !== undefined;
}
