export { type Pom, resolvePom, toPythonName } from './manifest.ts';
export { type Dependency, type Project, type ProjectDependencies, readDependencies } from './read-dependencies.ts';
