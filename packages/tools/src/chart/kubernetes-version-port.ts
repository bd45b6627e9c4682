/** A Kubernetes version at each precision, for example `1`, `1.32` and `1.32.1`. */
export interface KubernetesVersions {
  readonly major: string;
  readonly minor: string;
  readonly patch: string;
}

/** The Kubernetes version that charts should target. */
export interface KubernetesVersionPort {
  /** **Contract.** The three values are precisions of one version. */
  getLatest(signal: AbortSignal): Promise<KubernetesVersions>;
}
