/** Sends a request to an app of an installation; the path begins with `/`. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** Access of a command to an installation, with the rights of one user. The caller closes it. */
export interface Connection extends AsyncDisposable {
  readonly web: Send;
  readonly tools: Send;
  /** URL of web, for links to pages; `undefined` for an installation in this process, which serves no pages. */
  readonly webUrl: string | undefined;
}
