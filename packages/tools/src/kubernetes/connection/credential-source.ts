/** What a request proves who it comes from with. */
export interface Credentials {
  /** The value of the header `Authorization`. */
  readonly authorization?: string;
  /** In PEM. */
  readonly certificate?: string;
  readonly key?: string;
}

/** Gives credentials; anew when `refresh` says that the last ones were refused. */
export type CredentialSource = (options: {
  readonly refresh: boolean;
  readonly signal: AbortSignal;
}) => Promise<Credentials>;
