import type { DeclaredDependency, DependencyKind, ManifestReader } from '../manifest.ts';

/** The beginning of a call in a line, such as `implementation(` and `testImplementation 'a:b'`, with the rest of the line. */
const call = /^[ \t]*([a-zA-Z]{1,100})(?:[ \t]{0,20}\([\s(]{0,100}|[ \t]{1,20}(?=["'a-zA-Z]))([^\n]{0,1000})/gmu;
/** A dependency in quotes, or the name of an entry of a catalog. */
const notation =
  /^(?:["']([\w.-]{1,200}:[\w.-]{1,200})(?::([^"'@:\n]{1,100}))?|([a-zA-Z]\w{0,100}(?:\.\w{1,100}){1,20})(?=[\s),;]|$))/u;
/** Projects and files of the repository, and parts of Gradle itself. */
const own = /^(?:projects?|files|fileTree|gradleApi|gradleTestKit|localGroovy)\b/u;
const kinds: readonly (readonly [pattern: RegExp, kind: DependencyKind])[] = [
  [/^test|^androidTest/u, 'dev'],
  [/^(?:kapt|ksp|annotationProcessor|classpath|alias)/u, 'build'],
  [/^(?:compile|runtime|provided|\w*(?:[iI]mplementation|[aA]pi|[cC]ompileOnly|[rR]untimeOnly))$/u, 'runtime'],
];
/** Configurations whose calls declare dependencies in any notation. */
const declaring = /(?:implementation|api|only|compile|runtime|processor|classpath|provided|kapt|ksp)$/iu;

/**
 * Reads `build.gradle` and `build.gradle.kts` as text, because they are programs: dependencies that are written as texts are found, and
 * names of entries of a catalog, which become its dependencies. Others are counted.
 */
export const readGradle: ManifestReader = (text) => {
  const dependencies: DeclaredDependency[] = [];
  let leftOut = 0;
  for (const [, configuration = '', rest = ''] of text.matchAll(call)) {
    const kind = kinds.find(([pattern]) => pattern.test(configuration))?.[1];
    const target = rest.replace(/^(?:enforcedP|p)latform[ \t(]{1,20}/u, '');
    const [, name, declared = '', entry] = notation.exec(target) ?? [];
    if (kind === undefined || own.test(target)) continue;
    if (name !== undefined) dependencies.push({ name, declared, kind });
    else if (entry !== undefined) dependencies.push({ name: entry, declared: '', kind });
    else if (declaring.test(configuration)) leftOut += 1;
  }
  return { ecosystem: 'gradle', dependencies, workspaces: [], leftOut };
};

const includes = /^[ \t]*include(?:[ \t]*\()?((?:[\s,]*["'][\w:./-]{1,200}["'])+)/gmu;
const rootName = /^[ \t]*rootProject\.name[ \t]*=[ \t]*["']([^"'\n]{1,200})["']/mu;

/** Reads the projects that `settings.gradle` and `settings.gradle.kts` include by texts, as their folders. */
export const readGradleSettings: ManifestReader = (text) => {
  const name = rootName.exec(text)?.[1];
  const included = [...text.matchAll(includes)].flatMap(([, list = '']) => list.match(/[\w:./-]+/gu) ?? []);
  return {
    ecosystem: 'gradle',
    ...(name !== undefined && { name }),
    dependencies: [],
    workspaces: included.map((path) => path.replace(/^:/u, '').replaceAll(':', '/')),
  };
};
