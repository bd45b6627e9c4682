/** Who is acting, as a verified request or a stored job says. Never built from a body, a model or a tool's input. */
export interface Principal {
  readonly userId: string;
  readonly organizationId: string;
  /** How the identity was verified. */
  readonly via: 'session' | 'extension_token' | 'tool_token' | 'jwt' | 'job' | 'local';
  /** The JWT that the caller came with, to call services further on for them. It is never stored. */
  readonly token?: string;
  /** When set, the credential is good for this workspace or run only. */
  readonly scope?: { readonly workspaceId?: string; readonly runId?: string };
}
