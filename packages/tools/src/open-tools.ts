import { AppError, ToolRegistry } from '@shipmate/core';
import type { ToolStorage } from '@shipmate/domain/tool-storage';
import type { ByteBudget } from '@shipmate/runtime/limit';
import { createHttpEmbedder } from './capability/embedding/http-embedder.ts';
import { createCapabilityIndex } from './capability/index/create-capability-index.ts';
import { createChangeRequests } from './change-request/create-change-requests.ts';
import { createArtifactHubClient } from './chart/artifact-hub/artifact-hub-client.ts';
import { createFixedKubernetesVersions } from './chart/fixed-kubernetes-versions.ts';
import { createLocalCheckouts } from './checkout/create-local-checkouts.ts';
import { createCodeMaps } from './diagram/create-code-maps.ts';
import { createCodeIndexer } from './code-map/create-code-indexer.ts';
import { createCompute } from './compute/create-compute.ts';
import { createDiagrams } from './diagram/create-diagrams.ts';
import { createCommands } from './development/create-commands.ts';
import { createGitCli } from './git/git-cli.ts';
import { contextRemotes } from './git/tools/git-tool.ts';
import { createChartRepository } from './helm/dependency/chart-repository.ts';
import { createHelmCli } from './helm/helm-cli.ts';
import { createKubernetesClient } from './kubernetes/create-kubernetes-client.ts';
import { logCalls } from './log/log-calls.ts';
import { createMcpClient } from './mcp/mcp-client.ts';
import { createMail } from './outbound/smtp-mail.ts';
import { createWebhookClient } from './outbound/webhook-client.ts';
import { createOperations } from './operations/create-operations.ts';
import { createProjectLists } from './platform/project-lists.ts';
import { bindAllTools, checkoutFamilies } from './registry.ts';
import type { ToolEnvironment } from './tool-environment.ts';
import type { ToolPorts } from './tool-ports.ts';

/** Options for {@link openTools}. */
export interface OpenToolsOptions {
  /** The stored data that tools use; `createToolStorage` of the domain creates it on a unit of work. */
  readonly storage: ToolStorage;
  /** Ports that replace the default adapters. Their owner closes them. */
  readonly ports?: Partial<ToolPorts>;
  /** The absolute path of the folder for clones of repositories; without it, tools read no files of code maps. */
  readonly repositoryFolder?: string | undefined;
  /** Limits the bytes of chart dependencies that helm holds; the budget of chart imports. Default: one of its own. */
  readonly archiveBudget?: ByteBudget;
}

/**
 * The tools of one process and everything that they use.
 *
 * **Contract.** The process that opened the tools closes them; functions that receive `ports` or `registry` never do.
 * Close them last: after the servers, runs and jobs that call tools, and after the database, whose `close` waits for
 * the jobs. Nothing is connected or started before its first use.
 */
export interface OpenedTools extends AsyncDisposable {
  /** The ports that the tools are bound to. Undefined ones are not configured. */
  readonly ports: ToolPorts;
  /** All configured tools but those that work in a checkout, frozen. */
  readonly registry: ToolRegistry;
  /** The tools that work in a checkout, for runs that have one, frozen. */
  readonly checkoutRegistry: ToolRegistry;
  /**
   * Aborts the calls in flight, kills their programs, ends the worker threads and closes every connection, the last
   * created port first. Later calls of a port end with `ABORTED`. Idempotent: every call returns the first's promise.
   *
   * @throws AppError `INTERNAL_ERROR` that names the ports that could not be closed; the others are closed.
   */
  close(): Promise<void>;
}

/**
 * Opens the tools of a process: creates every port that the environment configures and binds the tools to them.
 *
 * @throws AppError `VALIDATION_ERROR` when the environment is not valid; nothing is open then.
 *
 * @example
 * const tools = openTools(environment, { storage: createToolStorage(database.unitOfWork) });
 * shutdown.add('tools', () => tools.close());
 */
export function openTools(
  environment: Partial<ToolEnvironment>,
  { storage, ports: given = {}, archiveBudget, repositoryFolder }: OpenToolsOptions,
): OpenedTools {
  const closers = createClosers();
  const { ARTIFACT_HUB_URL: baseUrl, ALLOW_PRIVATE_NETWORKS: allowPrivate = false } = environment;
  const { capabilities, codeMaps, diagrams, ...stored } = storage;

  const compute = given.compute ?? closers.own('compute', createCompute());
  const artifactHub = closers.own('ArtifactHub', createArtifactHubClient(baseUrl === undefined ? {} : { baseUrl }));
  const repository = given.chartRepository ?? closers.own('chart repository', createChartRepository({ allowPrivate }));
  const kubernetes = given.kubernetes ?? closers.own('Kubernetes', createKubernetesClient({ environment, compute }));
  const git = closers.own('git', createGitCli({ environment, compute }));
  const embedder = closers.own('embedder', createHttpEmbedder({ environment }));
  const ports: ToolPorts = {
    ...stored,
    compute,
    chartCatalog: artifactHub,
    chartRepository: repository,
    subchartVersions: artifactHub,
    kubernetesVersions: createFixedKubernetesVersions(environment.KUBERNETES_VERSION),
    kubernetes,
    embedder,
    codeMaps: createCodeMaps({
      storage: { codeMaps, diagrams },
      objects: git,
      root: repositoryFolder,
      embedder,
      topK: environment.RETRIEVE_TOP_K,
    }),
    capabilityIndex: kubernetes && createCapabilityIndex({ kubernetes, compute, capabilities, embedder }),
    helm:
      given.helm ??
      closers.own('helm', createHelmCli({ environment, compute, repository, ...(archiveBudget && { archiveBudget }) })),
    git,
    workTrees: git,
    gitObjects: git,
    codeIndexer: createCodeIndexer({ git, compute }),
    gitReview: git,
    ...openOutbound(given, { environment, allowPrivate, closers }),
    remotes: contextRemotes,
    commands: given.commands ?? closers.own('commands', createCommands({ environment })),
    checkouts:
      given.checkouts ??
      closers.own('searches', createLocalCheckouts({ environment, workTrees: given.workTrees ?? git })),
    projectLists: createProjectLists(),
    diagrams: createDiagrams({ compute }),
    operations: given.operations ?? closers.own('platform operations', createOperations({ environment })),
    ...given,
  };
  return {
    ports,
    registry: new ToolRegistry(bindAllTools({ ...ports, checkouts: undefined })).freeze(),
    checkoutRegistry: new ToolRegistry(
      bindAllTools(ports)
        .filter(({ category }) => checkoutFamilies.includes(category))
        .map(logCalls),
    ).freeze(),
    close: closers.close,
    [Symbol.asyncDispose]: closers.close,
  };
}

interface OutboundOptions {
  readonly environment: Partial<ToolEnvironment>;
  readonly allowPrivate: boolean;
  readonly closers: ReturnType<typeof createClosers>;
}

/** Opens the ports that send to systems which users name. */
function openOutbound(
  given: Partial<ToolPorts>,
  { environment, allowPrivate, closers }: OutboundOptions,
): Pick<ToolPorts, 'changeRequests' | 'mail' | 'webhooks' | 'mcp'> {
  const options = { environment, allowPrivate };
  return {
    changeRequests: given.changeRequests ?? closers.own('git hosts', createChangeRequests(options)),
    mail: given.mail ?? closers.own('mail', createMail({ environment })),
    webhooks: given.webhooks ?? closers.own('webhooks', createWebhookClient(options)),
    mcp: given.mcp ?? closers.own('MCP servers', createMcpClient(options)),
  };
}

interface Closable {
  close(): Promise<void>;
}

/** Records what was created here, and closes it once in reverse order. */
function createClosers() {
  const owned: { readonly name: string; readonly port: Closable }[] = [];
  let closed: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    const failures: { readonly name: string; readonly thrown: unknown }[] = [];
    for (const { name, port } of owned.toReversed()) {
      await port.close().catch((thrown: unknown) => failures.push({ name, thrown }));
    }
    const [first] = failures;
    if (!first) return;
    const names = failures.map(({ name }) => name).join(', ');
    throw new AppError({ code: 'INTERNAL_ERROR', message: `Could not close: ${names}.`, cause: first.thrown });
  }

  return {
    own<Port extends Closable | undefined>(name: string, port: Port): Port {
      if (port) owned.push({ name, port });
      return port;
    },
    close: () => (closed ??= closeAll()),
  };
}
