import { AppError } from '@shipmate/core/tool';

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

const allSchemes: RemoteSchemes = { http: true, ssh: true };

/** Options for {@link parseRemoteUrl}. */
interface RemoteUrlOptions {
  /** Default: all, where nothing is known about the programs that connect. */
  readonly schemes?: RemoteSchemes | undefined;
  /** The field that errors name. Default: `remoteUrl`. */
  readonly field?: string;
}

/** Parses the address of a remote; `file:` and paths are reached as local folders only. @throws AppError `VALIDATION_ERROR` about the field */
export function parseRemoteUrl(
  text: string,
  { schemes = allSchemes, field = 'remoteUrl' }: RemoteUrlOptions = {},
): string {
  const url = text.length > maxChars ? null : URL.parse(text);
  const rule = url !== null && isRemote(url) ? findBrokenRule(url, schemes) : describeOther(text);
  if (url !== null && rule === undefined) return url.href;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `The address ${rule}.`,
    details: { issues: [{ path: field, message: rule }] },
  });
}

const maxChars = 2_000;

function isRemote({ protocol, hostname, pathname }: URL): boolean {
  return isAllowedScheme(toScheme(protocol), allSchemes) && hostname !== '' && pathname.length > 1;
}

function toScheme(protocol: string): string {
  return protocol.slice(0, -1);
}

/** Returns the rule that the address of a remote breaks. */
function findBrokenRule({ protocol, username, password }: URL, schemes: RemoteSchemes): string | undefined {
  const scheme = toScheme(protocol);
  if (password !== '' || (scheme !== 'ssh' && username !== '')) {
    return 'must not hold credentials: enter them as the token';
  }
  if (isAllowedScheme(scheme, schemes)) return undefined;
  return `must begin with https://${schemes.ssh ? ' or ssh://' : ''}, as ${scheme === 'http' ? httpProblem : sshProblem}`;
}

/** Returns the rule that a text breaks which is no address of a remote. */
function describeOther(text: string): string {
  const [, host, path] = /^([\w.-]+@[\w.-]+):(?!\/)(\S+)$/u.exec(text.slice(0, maxChars)) ?? [];
  if (host !== undefined && text.length <= maxChars) return `must be written as ssh://${host}/${path}`;
  return 'must be an https:// or ssh:// address, such as https://github.com/acme/shop.git';
}
