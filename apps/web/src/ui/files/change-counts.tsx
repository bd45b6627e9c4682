/** Numbers of added and removed lines; renders nothing when there are none. */
export function ChangeCounts({ additions, deletions }: { additions: number; deletions: number }) {
  if (additions + deletions === 0) return null;
  return (
    <span className="flex shrink-0 gap-1.5 font-mono text-2xs tabular-nums">
      {additions > 0 && <span className="text-added">+{additions}</span>}
      {deletions > 0 && <span className="text-removed">−{deletions}</span>}
    </span>
  );
}
