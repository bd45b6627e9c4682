/** Which request somebody made, and from where. */
export interface RequestOrigin {
  readonly id: string;
  /** The address of whoever opened the connection, which may be a proxy; never taken from a header. */
  readonly remoteAddress?: string;
}

/** Who is acting, as a verified request or a stored job says. Never built from a body, a model or a tool's input. */
export interface Principal {
  readonly userId: string;
  readonly organizationId: string;
  /** How the identity was verified. */
  readonly via: 'session' | 'extension_token' | 'tool_token' | 'jwt' | 'job' | 'local';
  /** Whether the issuer of a JWT says that a person presents it, and no program. */
  readonly isPerson?: boolean;
  /** The JWT that the caller came with, to call services further on for them. It is never stored. */
  readonly token?: string;
  /** What the credential is good for, as scopes such as `cluster:write`; the default scopes where it is a token that names none. */
  readonly scopes?: readonly string[];
  /** The request that was verified, where it is known. */
  readonly request?: RequestOrigin;
  /** When set, the credential is good for this workspace or run only. */
  readonly scope?: { readonly workspaceId?: string; readonly runId?: string };
}
