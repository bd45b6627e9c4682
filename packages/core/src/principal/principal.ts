/** A verified request and its origin. */
export interface RequestOrigin {
  readonly id: string;
  /** Address of the connection's peer, which may be a proxy; never from a header. */
  readonly remoteAddress?: string;
}

/** The acting identity, from a verified request or a stored job; never from a body, a model or a tool's input. */
export interface Principal {
  readonly userId: string;
  readonly organizationId: string;
  /** The way in which the identity was verified. */
  readonly via: 'session' | 'extension_token' | 'tool_token' | 'jwt' | 'job' | 'local';
  /** True if the issuer of a JWT asserts that a person presents it, not a program. */
  readonly isPerson?: boolean;
  /** The caller's JWT, for calls to other services on the caller's behalf. It is never stored. */
  readonly token?: string;
  /** Scopes of the credential, such as `cluster:write`; a token without scopes has the default ones. */
  readonly scopes?: readonly string[];
  /** The verified request, if known. */
  readonly request?: RequestOrigin;
  /** When set, the credential is valid for this workspace or run only. */
  readonly scope?: { readonly workspaceId?: string; readonly runId?: string };
}
