import { AppError } from '@shipmate/core/tool';
import { countHunks } from './apply-hunks.ts';
import {
  type AcceptedChanges,
  type AcceptedFile,
  type JobFileChange,
  type JobResult,
  maxJobFiles,
} from './repository-job.ts';

/** A checked decision. */
interface ReviewPlan {
  readonly accepted: AcceptedChanges;
  readonly isSquashed: boolean;
}

/**
 * Checks a decision about the changes of a job. The commits of the agent are kept only if everything is accepted: a rejected
 * change would stay in their history, so the accepted part becomes one commit.
 *
 * @throws AppError `VALIDATION_ERROR` for a file or hunk that the result does not have, if nothing is accepted, and for a part of a result that
 * does not list every changed file: the others would be rejected unseen.
 */
export function planReview(
  { files, changedFiles }: Pick<JobResult, 'files' | 'changedFiles'>,
  { accepted, squash }: { readonly accepted: AcceptedChanges; readonly squash: boolean },
): ReviewPlan {
  if (accepted === 'all') return { accepted, isSquashed: squash };
  // A result of an earlier version does not say whether its list was cut.
  const isCut = changedFiles === undefined ? files.length >= maxJobFiles : changedFiles > files.length;
  if (isCut) {
    throw invalid(
      `The result lists only the first ${files.length.toLocaleString('en')} changed files, so a part of it cannot be accepted. ` +
        'Accept all changes, or split the work into smaller jobs',
    );
  }
  const changes = new Map(files.map((file) => [file.path, file]));
  const seen = new Set<string>();
  const plan = accepted.flatMap(({ path, hunks }): readonly AcceptedFile[] => {
    const change = changes.get(path);
    if (change === undefined || seen.has(path)) {
      throw invalid(`"${path}" is ${change === undefined ? 'not a changed file of the job' : 'named twice'}`);
    }
    seen.add(path);
    const part = hunks === 'all' ? hunks : toPart(change, hunks);
    return part.length === 0 ? [] : [{ path, hunks: part }];
  });
  if (plan.length === 0) throw invalid('Nothing is accepted. Accept a change, or discard the job');
  const isAll = plan.length === changes.size && plan.every(({ hunks }) => hunks === 'all');
  return isAll ? { accepted: 'all', isSquashed: squash } : { accepted: plan, isSquashed: true };
}

/** All hunks of a file are the file. */
function toPart({ path, patch }: JobFileChange, hunks: readonly number[]): AcceptedFile['hunks'] {
  const count = patch === null ? 0 : countHunks(patch);
  const places = [...new Set(hunks)].toSorted((one, other) => one - other);
  if (places.some((place) => !Number.isInteger(place) || place < 0 || place >= count)) {
    throw invalid(
      count === 0 ? `"${path}" has no hunks. Accept it as a whole` : `"${path}" has the hunks 0 to ${count - 1} only`,
    );
  }
  return places.length === count && count > 0 ? 'all' : places;
}

function invalid(message: string): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `${message}.`,
    details: { issues: [{ path: 'accepted', message }] },
  });
}
