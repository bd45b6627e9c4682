import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Projects by their longest test, longest first; all others follow by name. */
const longProjects = ['cli', 'agents', 'web', 'db', 'kube-sim', 'providers', 'worker', 'tools'];

/** Runs long projects first, so that no worker runs a long test alone at the end. */
export class ProjectSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

function rankOf({ project }: TestSpecification): number {
  const rank = longProjects.indexOf(project.name);
  return rank < 0 ? longProjects.length : rank;
}
