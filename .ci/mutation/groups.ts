/** Source files whose mutants are run together, with the tests that should kill them. */
export interface MutationGroup {
  readonly name: string;
  /** The package whose vitest configuration runs the tests. */
  readonly project: string;
  /** Patterns from the root of the repository; tests, kits for tests and index files are left out. */
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

/**
 * Names of tests that check the cost of large inputs. They take seconds, so they are not run against mutants; a mutant that only
 * they would kill counts as a survivor.
 */
export const costlyTests: readonly string[] = [
  'reads a map of many keys before the test times out',
  'reads twice as much when one namespace holds twice as many objects of every kind',
  'readManifests refuses more objects than a chart should have',
  'report that a very long text is searched for exact characters only',
];

const domain = 'packages/domain/src';
const domainTests = ['packages/domain/{src,test}/**/*.test.ts'];

/** All groups, by name. A full run covers them in this order. */
export const groups: readonly MutationGroup[] = [
  {
    name: 'core',
    project: 'core',
    sources: ['packages/core/src/**/*.ts'],
    tests: ['packages/core/{src,test}/**/*.test.ts'],
  },
  ...Object.entries({
    cluster: ['cluster/**/*.ts'],
    risk: ['remediation/*.ts', 'remediation/risk/**/*.ts'],
    text: ['text/*.ts'],
    manifests: ['manifests/*.ts'],
    approvals: ['approval/*.ts', 'access/*.ts', 'identifier/*.ts', 'workflow/execution/to-approval-outcome.ts'],
  }).map(([name, sources]) => ({
    name,
    project: 'domain',
    sources: sources.map((source) => `${domain}/${source}`),
    tests: domainTests,
  })),
  {
    name: 'access',
    project: 'server',
    sources: ['packages/server/src/access/*.ts'],
    tests: ['packages/server/src/**/*.test.ts'],
  },
];
