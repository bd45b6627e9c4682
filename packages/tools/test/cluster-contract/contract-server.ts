/** Facts about a server on which cases of the contract depend. */
export interface ServerTraits {
  /** Such as 20 for Kubernetes 1.20. */
  readonly minor: number;
  /** True if kubelets and controllers act on objects; an API server alone only stores them. */
  readonly hasNodes: boolean;
}

/** A Kubernetes API that the contract suite runs against. */
export interface ContractServer extends AsyncDisposable {
  /**
   * Returns a kubeconfig for an administrator, or for `limited`, who has no permissions beyond those of every
   * authenticated user.
   */
  readonly kubeconfig: (user?: 'limited') => string;
}

/** A server, and how to start it. */
export interface ContractSubject extends ServerTraits {
  readonly name: string;
  readonly start: () => Promise<ContractServer>;
}
