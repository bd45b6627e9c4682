/** Labels of the scope families; any other family is shown by its own name. */
const familyWords: Readonly<Record<string, string>> = {
  chart: 'Charts',
  cluster: 'Clusters',
  platform: 'Platform',
  flow: 'Flows',
  general: 'Other tools',
  runs: 'Runs',
  patterns: 'Patterns',
  organization: 'Organization',
};

const scopeWords: Readonly<Record<string, string>> = {
  read: 'Read everything',
  accept_changes: 'Accept and reject changes, roll back',
  change_settings: 'Change settings of workspaces',
  change_spend_limits: 'Change spend limits',
  decide_approvals: 'Approve calls, plans and proposals',
  delete_grants: 'Delete standing grants',
  push_branches: 'Push charts to git',
};

/** A scope in words: `cluster:write` as `Clusters: write`. */
export function describeScope(scope: string): string {
  const [family = '', effect] = scope.split(':');
  return effect === undefined ? (scopeWords[scope] ?? scope) : `${familyWords[family] ?? family}: ${effect}`;
}
