import { AppError } from '@shipmate/core';

/** The schemes besides https of the remotes that an installation reaches. */
export interface RemoteSchemes {
  /** Plain http. */
  readonly http: boolean;
  readonly ssh: boolean;
}

/** Returns true for the scheme of remotes that are reached, such as `https`. */
export function isAllowedScheme(scheme: string, allowed: RemoteSchemes): boolean {
  if (scheme === 'http' || scheme === 'ssh') return allowed[scheme];
  return scheme === 'https';
}

const httpProblem = 'http:// is not allowed here; the operator can allow it with ALLOW_PRIVATE_NETWORKS';
const sshProblem = 'ssh:// has no key here; the operator can set one as GIT_SSH_KEY_FILE';

/** Options for {@link parseRemoteUrl}. */
interface RemoteUrlOptions {
  /** Default: ssh, but not http. */
  readonly schemes?: RemoteSchemes | undefined;
  /** The field that errors name. Default: `remoteUrl`. */
  readonly field?: string;
}

/** Parses the address of a remote; `file:` and paths are reached as local folders only. @throws AppError `VALIDATION_ERROR` about the field */
export function parseRemoteUrl(
  text: string,
  { schemes = { http: false, ssh: true }, field = 'remoteUrl' }: RemoteUrlOptions = {},
): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const scheme = url?.protocol.slice(0, -1) ?? '';
  const isScheme = isAllowedScheme(scheme, { http: true, ssh: true });
  const isKnown = url !== undefined && isScheme && url.hostname !== '' && url.pathname.length > 1;
  const [, host, path] = /^([\w.-]+@[\w.-]+):(?!\/)(\S+)$/u.exec(text.length > 2_000 ? '' : text) ?? [];
  if (!isKnown && host !== undefined) throw invalid(`must be written as ssh://${host}/${path}`);
  if (!isKnown || text.length > 2_000)
    throw invalid('must be an https:// or ssh:// address, such as https://github.com/acme/shop.git');
  const isNamed = url.protocol === 'ssh:' ? url.password !== '' : url.username !== '' || url.password !== '';
  if (isNamed) throw invalid('must not hold credentials: enter them as the token');
  if (isAllowedScheme(scheme, schemes)) return url.href;
  const problem = scheme === 'http' ? httpProblem : sshProblem;
  throw invalid(`must begin with https://${schemes.ssh ? ' or ssh://' : ''}, as ${problem}`);

  function invalid(rule: string): AppError {
    return new AppError({
      code: 'VALIDATION_ERROR',
      message: `The address ${rule}.`,
      details: { issues: [{ path: field, message: rule }] },
    });
  }
}
