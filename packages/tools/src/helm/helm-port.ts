import type { Isolation } from '../process/isolation/isolator.ts';

/** A chart in the files of a workspace. */
export interface HelmRequest {
  /** The organization that the request counts for in the limit of processes. */
  readonly organizationId: string;
  /** Every file of the workspace, content by path; a chart may depend on other charts of the workspace. */
  readonly files: ReadonlyMap<string, string>;
  /** The folder of the chart's `Chart.yaml`; `''` at the top. */
  readonly root: string;
  /** Paths of values files, each overriding those before it and `values.yaml`. */
  readonly valuesFiles: readonly string[];
  /** The Kubernetes version to render for, such as `1.32.1`. */
  readonly kubernetesVersion?: string | undefined;
}

/** A dependency that was left out because it could not be fetched. */
export interface MissingDependency {
  readonly name: string;
  readonly version: string;
  readonly repository: string;
  /** The reason, and what to do about it. */
  readonly reason: string;
}

/** The result of a helm command on a chart. */
export interface HelmOutcome {
  /** False when the chart is at fault; `message` says why. */
  readonly succeeded: boolean;
  /** The standard output of helm: manifests or findings. */
  readonly output: string;
  /** The error output of helm. It names files from the chart's name on, never the host's folders. */
  readonly message: string;
  readonly missingDependencies: readonly MissingDependency[];
  /** The program that isolated helm; absent when helm did not run. */
  readonly isolation?: Isolation;
}

/** A chart archive. */
export interface HelmPackage extends HelmOutcome {
  /** Absent when the chart is at fault. */
  readonly archive?: { readonly fileName: string; readonly bytes: Uint8Array };
}

/**
 * Runs helm commands.
 *
 * **Contract.** A faulty chart is an outcome, not an error. That includes a template that loops or exceeds the limits,
 * and a schema that refers to files or addresses, which is not passed to helm. No content of a chart can reach a
 * cluster, a network, a process or a file of the host. Dependencies that are not under `charts/` are provided; those
 * that cannot be fetched are left out and reported.
 *
 * Every method throws `AppError`: `UNAVAILABLE` when helm is not installed, `VALIDATION_ERROR` for files that cannot be
 * a chart's (their paths, number or size), `RATE_LIMITED` when the organization already has too many requests in the
 * queue, `ABORTED` once `signal` fires.
 */
export interface HelmPort {
  /** Such as `3.17.2`. */
  version(signal: AbortSignal): Promise<string>;
  /** Renders a chart; `output` contains the manifests, each after a comment `# Source: <chart>/<path>`. */
  template(request: HelmRequest, signal: AbortSignal): Promise<HelmOutcome>;
  /** Lints a chart; `output` contains lines such as `[WARNING] <path>: <text>`. */
  lint(request: HelmRequest, signal: AbortSignal): Promise<HelmOutcome>;
  /** Packages the chart for publishing. Values files are not used. */
  package(request: Omit<HelmRequest, 'valuesFiles'>, signal: AbortSignal): Promise<HelmPackage>;
}
