/** The current revision. */
export function RevisionBadge({ revisionNumber }: { revisionNumber: number }) {
  return (
    <span className="border-line text-muted shrink-0 rounded-full border px-2 py-0.5 text-2xs font-medium whitespace-nowrap tabular-nums">
      Revision {revisionNumber}
    </span>
  );
}
