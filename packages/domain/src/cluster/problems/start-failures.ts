/** The meaning of a message with which the kubelet or the container runtime refuses to start a container. */
export interface StartFailure {
  /** Completes "Container … cannot be started: …". */
  readonly meaning: string;
  readonly next: string;
}

type Explanation = readonly [pattern: RegExp, explain: (...groups: readonly string[]) => StartFailure];

const compareSubPath = 'Compare the subPath of the volume mount with what the volume contains.';
const compareKeys = 'Compare the key in env with the keys that the object has.';
const createOrRename = 'Create it, or correct its name in env and envFrom.';
const setUser = 'Set runAsUser to a number other than 0 in the securityContext, or use an image with a numeric user.';

/** Messages of the kubelet (pkg/kubelet) and of runc, as of Kubernetes 1.34. The first match wins. */
const explanations: readonly Explanation[] = [
  [
    /runAsNonRoot and image will run as root/,
    () => ({ meaning: 'it must not run as root, and its image runs as root', next: setUser }),
  ],
  [
    /runAsNonRoot and image has non-numeric user \(([^)]{1,100})\)/,
    (user) => ({
      meaning: `it must not run as root, and the image gives the user name "${user}", of which the kubelet cannot tell the number`,
      next: setUser,
    }),
  ],
  [
    /runAsUser breaks non-root policy/,
    () => ({ meaning: 'it must not run as root, and its runAsUser is 0', next: setUser }),
  ],
  [
    /couldn't find key (\S{1,260}) in (ConfigMap|Secret) (?:\S{1,63}\/)?(\S{1,260})/,
    (key, kind, name) => ({ meaning: `there is no key "${key}" in ${kind} "${name}"`, next: compareKeys }),
  ],
  [
    /configmap "([^"]{1,260})" not found/i,
    (name) => ({ meaning: `ConfigMap "${name}" does not exist`, next: createOrRename }),
  ],
  [
    /secret "([^"]{1,260})" not found/i,
    (name) => ({ meaning: `Secret "${name}" does not exist`, next: createOrRename }),
  ],
  [
    /failed to (?:prepare|create) subPath (?:directory )?for volumeMount "([^"]{1,100})"/,
    (mount) => ({ meaning: `the subPath of volume mount "${mount}" cannot be used`, next: compareSubPath }),
  ],
  [
    /not a directory: unknown|Are you trying to mount a directory onto a file/i,
    () => ({
      meaning: 'a volume mount puts a directory where the image has a file, or the reverse',
      next: compareSubPath,
    }),
  ],
  [
    /exec:? "([^"]{1,260})":? executable file not found/,
    (command) => ({
      meaning: `the image has no command "${command}"`,
      next: `Correct "${command}" in the command of the container, or use an image that contains it.`,
    }),
  ],
  [
    /exec:? "?([^":]{1,260})"?:? (?:stat [^:]{1,260}: )?no such file or directory/,
    (command) => ({
      meaning: `the image has no file "${command}"`,
      next: `Correct "${command}" in the command of the container, or use an image that contains it.`,
    }),
  ],
  [
    /exec:? "?([^":]{1,260})"?:? permission denied/,
    (command) => ({
      meaning: `"${command}" may not be executed`,
      next: `Check the file mode of "${command}" and the user.`,
    }),
  ],
  [
    /exec format error/,
    () => ({
      meaning: 'its command is not for the processor of the node, or is no program',
      next: 'Compare the platforms of the image with the architecture of the node.',
    }),
  ],
];

/** Explains why a container was not started; `undefined` for an unknown message. */
export function explainStartFailure(message: string | undefined): StartFailure | undefined {
  for (const [pattern, explain] of explanations) {
    const match = pattern.exec(message ?? '');
    if (match) return explain(...match.slice(1).map((group) => group ?? ''));
  }
  return undefined;
}
