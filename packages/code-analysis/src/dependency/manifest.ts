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
}

/** Reads the text of a manifest. It throws any error for a text that is not in its format. */
export type ManifestReader = (text: string, path: string) => Manifest;

/** A value of JSON, TOML or XML whose shape is not known. */
export type Loose = Readonly<Record<string, unknown>>;

/** Returns the fields of a value that is an object, and none of another value. */
export function fieldsOf(value: unknown): Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {};
}

/** Returns the texts of a list. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

/** Returns a text, and `undefined` for another value. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
