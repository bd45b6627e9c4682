import type { DependencyKind, ManifestReader } from '../manifest.ts';

/** A configuration with a dependency in quotes: `implementation("a:b:1")`, `testImplementation 'a:b'`. */
const notation =
  /^[ \t]*([a-zA-Z]{1,100})[ \t(]{1,20}(?:platform\()?["']([\w.-]{1,200}:[\w.-]{1,200})(?::([^"'@:\n]{1,100}))?[^"'\n]{0,100}["']/gmu;
const kinds: readonly (readonly [pattern: RegExp, kind: DependencyKind])[] = [
  [/^test|^androidTest/u, 'dev'],
  [/^(?:kapt|ksp|annotationProcessor|classpath)/u, 'build'],
  [/^(?:implementation|api|compile|compileOnly|runtimeOnly|runtime|provided)$/u, 'runtime'],
];

/**
 * Reads `build.gradle` and `build.gradle.kts` as text, because they are programs: dependencies that are written as texts are found, those
 * that variables or catalogs name are not.
 */
export const readGradle: ManifestReader = (text) => ({
  ecosystem: 'gradle',
  dependencies: [...text.matchAll(notation)].flatMap(([, configuration = '', name = '', declared = '']) => {
    const kind = kinds.find(([pattern]) => pattern.test(configuration))?.[1];
    return kind === undefined ? [] : [{ name, declared, kind }];
  }),
  workspaces: [],
});
