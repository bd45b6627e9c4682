import type { PatternSummary } from '@shipmate/protocol/web/patterns';

/** The kind of a document, and its tags. */
export function PatternLabels({ pattern: { kind, tags } }: { readonly pattern: PatternSummary }) {
  return (
    <span className="text-muted flex flex-wrap gap-1.5 text-xs">
      <span className={kind === 'policy' ? 'text-accent font-medium' : undefined}>{kind}</span>
      {tags.map((tag) => (
        <span key={tag} className="bg-raised rounded px-1.5 wrap-anywhere">
          {tag}
        </span>
      ))}
    </span>
  );
}
