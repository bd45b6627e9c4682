/** The credentials of a request. */
export interface Credentials {
  /** The value of the header `Authorization`. */
  readonly authorization?: string;
  /** In PEM. */
  readonly certificate?: string;
  readonly key?: string;
}

/** Returns credentials; requests new ones when `refresh` says that the server rejected the last ones. */
export type CredentialSource = (options: {
  readonly refresh: boolean;
  readonly signal: AbortSignal;
}) => Promise<Credentials>;
