import type { Mutant, Span } from './mutant.ts';

/** The name of the global function that tells the module whether a mutant is active. */
export const switchName: string = '__isActiveMutant';

interface Site extends Span {
  readonly isStatement: boolean;
  readonly mutants: readonly Mutant[];
}

/**
 * Compiles all mutants of a file into one module: every changed expression becomes a choice between the original and its
 * mutants, and every removable statement is executed only while its mutant is not active.
 */
export function addSwitches(text: string, mutants: readonly Mutant[]): string {
  const sites = toSites(mutants);
  let next = 0;
  const render = ({ start, end }: Span): string => {
    let rendered = '';
    let position = start;
    for (let site = sites[next]; site !== undefined && site.start < end; site = sites[next]) {
      next += 1;
      rendered += text.slice(position, site.start) + switchAt(site, render(site));
      position = site.end;
    }
    return rendered + text.slice(position, end);
  };
  return render({ start: 0, end: text.length });
}

function switchAt({ isStatement, mutants }: Site, original: string): string {
  if (isStatement) return `{ if (!${callOf(mutants[0])}) { ${original} } }`;
  return `(${mutants.map((mutant) => `${callOf(mutant)} ? (${mutant.after}) : `).join('')}(${original}))`;
}

function callOf(mutant: Mutant | undefined): string {
  return `${switchName}(${mutant?.id})`;
}

/** Mutants of the same span share a site; outer sites come before the sites inside them. */
function toSites(mutants: readonly Mutant[]): Site[] {
  const sites = Map.groupBy(mutants, ({ span, isStatement }) => `${span.start}-${span.end}-${isStatement}`);
  return [...sites.values()]
    .map((group) => ({ ...(group[0] as Mutant).span, isStatement: (group[0] as Mutant).isStatement, mutants: group }))
    .sort(
      (one, other) =>
        one.start - other.start || other.end - one.end || Number(other.isStatement) - Number(one.isStatement),
    );
}
