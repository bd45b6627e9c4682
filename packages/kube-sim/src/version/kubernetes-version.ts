/** The simulated minor versions of Kubernetes. */
const kubernetesVersions = ['1.32', '1.33', '1.34', '1.35'] as const;
export type KubernetesVersion = (typeof kubernetesVersions)[number];

export const defaultKubernetesVersion: KubernetesVersion = '1.34';

/** The minor version, such as `34`. */
export function minorOf(version: KubernetesVersion): number {
  return Number(version.slice('1.'.length));
}

/** Parses a version. @throws Error that lists the supported ones */
export function parseKubernetesVersion(text: string): KubernetesVersion {
  const version = kubernetesVersions.find((each) => each === text);
  if (version === undefined) {
    throw new Error(`Kubernetes version "${text}" is not supported. Use one of: ${kubernetesVersions.join(', ')}.`);
  }
  return version;
}

/** The patch release that nodes report. */
export function releaseOf(version: KubernetesVersion): string {
  return `v${version}.9`;
}

/** The response of `/version`. Since 1.33, servers report the versions that they can emulate. */
export function toBuildInfo(version: KubernetesVersion): Readonly<Record<string, string>> {
  const minor = minorOf(version);
  return {
    major: '1',
    minor: String(minor),
    ...(minor >= 33 && {
      emulationMajor: '1',
      emulationMinor: String(minor),
      minCompatibilityMajor: '1',
      minCompatibilityMinor: String(minor - 1),
    }),
    gitVersion: `${releaseOf(version)}+kube-sim`,
    gitCommit: '0000000000000000000000000000000000000000',
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: 'go1.24.4',
    compiler: 'gc',
    platform: 'linux/amd64',
  };
}
