import type { Isolation } from './isolation/isolator.ts';

/** A chart in the files of a workspace. */
export interface HelmRequest {
  /** The organization that the request counts for in the limit of processes. */
  readonly organizationId: string;
  /** Every file of the workspace, content by path; a chart may depend on its neighbours. */
  readonly files: ReadonlyMap<string, string>;
  /** The folder of the chart's `Chart.yaml`; `''` at the top. */
  readonly root: string;
  /** Paths of values files, each over those before it and over `values.yaml`. */
  readonly valuesFiles: readonly string[];
  /** The version of Kubernetes to render for, such as `1.32.1`. */
  readonly kubernetesVersion?: string | undefined;
}

/** A dependency that the chart was processed without, because it could not be had. */
export interface MissingDependency {
  readonly name: string;
  readonly version: string;
  readonly repository: string;
  /** Why, and what to do about it. */
  readonly reason: string;
}

/** What came of a chart. */
export interface HelmOutcome {
  /** False when the chart is at fault; `message` says how. */
  readonly succeeded: boolean;
  /** What helm wrote: manifests, findings. */
  readonly output: string;
  /** What helm reported beside it, errors above all. It names files from the chart's name on, never the host's folders. */
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
 * Helm.
 *
 * **Contract.** What is wrong with a chart is an outcome, not an error, and that includes a template that never ends or grows
 * beyond bounds, and a schema that refers to files or addresses, which helm does not see. Nothing that a chart contains reaches a cluster, a network, a process or a file of the host. Dependencies that
 * are not under `charts/` are provided; what cannot be had is left out and named.
 *
 * Every method throws `AppError`: `UNAVAILABLE` when there is no helm, `VALIDATION_ERROR` for files that cannot be a chart's
 * (their paths, number or size), `RATE_LIMITED` when the organization already has too many requests in the queue, `ABORTED` once
 * `signal` fires.
 */
export interface HelmPort {
  /** Such as `3.17.2`. */
  version(signal: AbortSignal): Promise<string>;
  /** Renders; `output` holds the manifests, each after a comment `# Source: <chart>/<path>`. */
  template(request: HelmRequest, signal: AbortSignal): Promise<HelmOutcome>;
  /** Lints; `output` holds lines such as `[WARNING] <path>: <text>`. */
  lint(request: HelmRequest, signal: AbortSignal): Promise<HelmOutcome>;
  /** Packs the chart as it would be published. Values files play no part. */
  package(request: Omit<HelmRequest, 'valuesFiles'>, signal: AbortSignal): Promise<HelmPackage>;
}
