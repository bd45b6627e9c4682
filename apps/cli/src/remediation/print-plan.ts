import type { RemediationView } from '@shipmate/protocol/web/remediations';
import { printDiff } from '../print-diff.ts';
import type { Terminal } from '../terminal.ts';

/** Prints the root cause and the plan of a remediation: each action with its risk, its reasons and its diff. */
export function printPlan({ analysis, plan }: RemediationView, terminal: Terminal): void {
  if (analysis !== null) {
    terminal.print('\nRoot cause', 'bold');
    terminal.print(analysis.rootCause);
    for (const factor of analysis.factors) terminal.print(`- ${factor}`);
  }
  if (plan === null) return;
  terminal.print(`\nPlan for ${plan.context}, risk ${plan.risk}`, 'bold');
  for (const { id, description, rationale, object, difference, risk, purpose, origins, managedBy } of plan.actions) {
    terminal.print(`\n${id}. ${description} (${object}, risk ${risk.level})`, 'bold');
    terminal.print(rationale);
    for (const reason of risk.reasons) terminal.print(`- ${reason}`, 'dim');
    if (purpose.length > 0) terminal.print(`- It changes on purpose: ${purpose.join(', ')}`, 'yellow');
    if (managedBy !== null)
      terminal.print(`- ${managedBy.by} applies this object: the change is only proposed.`, 'yellow');
    for (const { value, field, from } of origins) terminal.print(`! ${field} ${value}: ${from}`, 'yellow');
    printDiff((line, style) => terminal.print(line, style), difference);
  }
}
