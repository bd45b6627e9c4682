export const ecosystems = ['npm', 'python', 'maven', 'gradle', 'go', 'cargo'] as const;
export type Ecosystem = (typeof ecosystems)[number];

export const dependencyKinds = ['runtime', 'dev', 'peer', 'optional', 'build', 'indirect'] as const;
export type DependencyKind = (typeof dependencyKinds)[number];

/** A dependency as a manifest declares it. */
export interface DeclaredDependency {
  readonly name: string;
  /** The declared range or version; empty when the manifest names none. */
  readonly declared: string;
  readonly kind: DependencyKind;
  /** The version in use, when the manifest itself names another one than the declared. */
  readonly locked?: string;
}

/** The content of a manifest. */
export interface Manifest {
  readonly ecosystem: Ecosystem;
  /** The name of the project; absent when the manifest has none. */
  readonly name?: string;
  readonly dependencies: readonly DeclaredDependency[];
  /** Patterns or folders of the workspaces or modules that belong to it. */
  readonly workspaces: readonly string[];
  /** The number of dependencies whose names cannot be read. */
  readonly leftOut?: number;
  readonly links?: ManifestLinks;
}

/** The files of the repository that complete a manifest. */
export interface ManifestLinks {
  /** Included files, relative to the folder of the manifest, as written. */
  readonly files?: readonly string[];
  /** Files that limit versions. */
  readonly constraints?: readonly string[];
  /** A POM with its placeholders. */
  readonly pom?: Pom;
}

export interface Pom {
  /** Properties, and fields of the project such as `project.parent.version`. */
  readonly values: Readonly<Record<string, string>>;
  readonly managed: readonly PomDependency[];
  readonly dependencies: readonly PomDependency[];
}

/** The type is with the classifier. */
export type PomDependency = readonly [name: string, type: string, version: string, scope: string, optional: string];

/** Reads the text of a manifest. It throws any error for a text that is not in its format. */
export type ManifestReader = (text: string, path: string) => Manifest;

/** The most characters of a text of a POM. */
export const maxPomText = 500;
const maxRounds = 10;

/** Fills in the properties of a POM and of its parents, the nearest first, and the versions and scopes that they manage, as Maven does. */
export function resolvePom(poms: readonly Pom[]): DeclaredDependency[] {
  const known = new Map<string, string | undefined>();
  const valueOf = (key: string): string | undefined => {
    if (!known.has(key)) known.set(key, poms.find(({ values }) => Object.hasOwn(values, key))?.values[key]);
    return known.get(key);
  };
  const fill = (text: string, round = 0): string => {
    if (round === maxRounds || !text.includes('${')) return text;
    const filled = text.replaceAll(
      /\$\{(pom\.)?([^${}]{1,200})\}/gu,
      (whole, prefix: string | undefined, key: string) => valueOf(prefix ? `project.${key}` : key) ?? whole,
    );
    return fill(filled.slice(0, maxPomText), round + 1);
  };
  const keyOf = ([name, type]: PomDependency): string => fill(`${name}:${type}`);
  const all = poms.flatMap((pom) => pom.managed).toReversed();
  const managed = new Map(all.map((each) => [keyOf(each), each]));
  return (poms[0]?.dependencies ?? []).map((each) => {
    const [name, , version, scope, optional] = each;
    const [, , managedVersion = '', managedScope = ''] = managed.get(keyOf(each)) ?? [];
    const isTest = fill(scope || managedScope) === 'test';
    const kind = isTest ? 'dev' : fill(optional) === 'true' ? 'optional' : 'runtime';
    return { name: fill(name), declared: fill(version || managedVersion), kind };
  });
}

/** Returns a name as Python compares it: in any case, `-`, `_` and `.` alike. */
export function toPythonName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/gu, '-');
}
