export type { Pom } from './manifest.ts';
export { type Dependency, type Project, type ProjectDependencies, readDependencies } from './read-dependencies.ts';
