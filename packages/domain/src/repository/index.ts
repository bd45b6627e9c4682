export { applyHunks, countHunks } from './apply-hunks.ts';
export type {
  ChangeCheckoutOptions,
  CheckoutEntry,
  CheckoutFile,
  CheckoutFiles,
  CheckoutStat,
  ReadCheckoutOptions,
  WriteCheckoutOptions,
} from './checkout-files.ts';
export { missingResult } from './missing-result.ts';
export { planReview } from './job-review.ts';
export { findMergeProblem, type MergeOrder } from './merge-problem.ts';
export {
  findCheckoutPathProblem,
  findSensitiveName,
  parseCheckoutPath,
  requireNewCheckoutPath,
} from './checkout-path.ts';
export { isAllowedScheme, parseRemoteUrl, type RemoteSchemes } from './remote-url.ts';
export {
  isUpload,
  type NewRepository,
  type Repository,
  type RepositoryChange,
  type RepositoryStore,
} from './repository.ts';
export {
  jobClaimStatuses,
  jobOutcomes,
  maxJobFiles,
  mergeMethods,
  type AcceptedChanges,
  type AcceptedFile,
  type ChangeRequestMerge,
  type ContinuedJob,
  type JobChangeRequest,
  type JobCheckpoint,
  type JobClaim,
  type JobFileChange,
  type JobResult,
  type JobReview,
  type MergeMethod,
  type NewRepositoryJob,
  type RepositoryJob,
  type RepositoryJobListing,
  type RepositoryJobStore,
} from './repository-job.ts';
