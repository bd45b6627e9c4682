/** The number of changes pending review; renders nothing for zero. */
export function PendingBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="bg-caution-soft text-caution shrink-0 rounded-full px-2 py-0.5 text-2xs font-medium whitespace-nowrap tabular-nums">
      {count} pending
    </span>
  );
}
