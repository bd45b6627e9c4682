import type { RuleDefinitionView } from '@shipmate/protocol/web/rules';
import { describeTerms } from './describe-terms.ts';

interface RuleTermsProps {
  readonly definition: RuleDefinitionView;
  /** The content to compare with. */
  readonly before?: RuleDefinitionView | null;
}

/** When a rule starts, a line each; lines that a change adds or removes are marked. */
export function RuleTerms({ definition, before = null }: RuleTermsProps) {
  const lines = describeTerms(definition);
  const earlier = before === null ? lines : describeTerms(before);
  return (
    <ul aria-label="Starts" className="space-y-0.5 text-xs">
      {lines.map((line) => (
        <li key={line} className="wrap-anywhere">
          {earlier.includes(line) ? line : <ins className="bg-added-soft text-added no-underline">{line}</ins>}
        </li>
      ))}
      {earlier
        .filter((line) => !lines.includes(line))
        .map((line) => (
          <li key={line} className="wrap-anywhere">
            <del className="bg-removed-soft text-removed">{line}</del>
          </li>
        ))}
    </ul>
  );
}
