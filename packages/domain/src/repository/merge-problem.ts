import type { JobChangeRequest, MergeMethod } from './repository-job.ts';

/** The merge of a request, exactly as a person saw it. */
export interface MergeOrder {
  readonly number: number;
  /** The newest commit of the request, which was reviewed. */
  readonly head: string;
  /** The branch that takes the changes. */
  readonly base: string;
  readonly method: MergeMethod;
}

/** A request as its host shows it. */
interface HostedRequest extends Pick<JobChangeRequest, 'state'> {
  /** Null if the host does not name it. */
  readonly head: string | null;
  readonly base: string;
  /** The methods that the host allows. */
  readonly methods: readonly MergeMethod[];
}

/** Returns why a request cannot be merged as ordered, and what to do; undefined if it can be. */
export function findMergeProblem(
  request: HostedRequest,
  { number, head, base, method }: Omit<MergeOrder, 'method'> & Partial<Pick<MergeOrder, 'method'>>,
): string | undefined {
  const { state, methods } = request;
  if (state !== 'open') return `Request ${number} is ${state} on its host. Refresh its state.`;
  if (request.head !== head) {
    return `The branch of request ${number} has moved since the review: its newest commit is ${request.head ?? 'unknown'}, the reviewed one ${head}. Review the new commits, then merge on the host or from the job that pushed them.`;
  }
  if (request.base !== base)
    return `Request ${number} now goes into "${request.base}", not "${base}". Confirm that branch.`;
  if (methods.length === 0) return 'The host allows no method to merge. Change the settings of the repository.';
  if (method !== undefined && !methods.includes(method))
    return `The host does not allow the method "${method}" here. Choose ${methods.join(' or ')}.`;
  return undefined;
}
