/**
 * The pure functions over text and objects that may take over 20 ms, each loaded with its first call: together they need the parsers of all
 * formats. Arguments and results can be cloned.
 */
const computeTasks = {
  analyzeCode: async () => (await import('./code-tasks.ts')).analyzeCode,
  analyzeFiles: async () => (await import('../code-map/tasks/code-map-tasks.ts')).analyzeFiles,
  assessChangeText: async () => (await import('../kubernetes/change/change-tasks.ts')).assessChangeText,
  assessMapHealth: async () => (await import('../diagram/tasks/diagram-tasks.ts')).assessMapHealth,
  checkChartFiles: async () => (await import('../helm/check/check-chart-files.ts')).checkChartFiles,
  checkDefinition: async () => (await import('../workflow/check/check-rule.ts')).checkDefinition,
  checkHelmRun: async () => (await import('../helm/check/check-helm-run.ts')).checkHelmRun,
  checkRule: async () => (await import('../workflow/check/check-rule.ts')).checkRule,
  checkRules: async () => (await import('../workflow/check/check-rules.ts')).checkRules,
  compareManifests: async () => (await import('../helm/compare-manifests.ts')).compareManifests,
  compareMaps: async () => (await import('../diagram/tasks/diagram-tasks.ts')).compareMaps,
  compareObjectTexts: async () => (await import('../kubernetes/change/change-tasks.ts')).compareObjectTexts,
  compareTexts: async () => (await import('@shipmate/domain/text')).compareTexts,
  convertManifests: async () => (await import('@shipmate/domain/manifests')).convertManifests,
  deriveCapabilities: async () => (await import('../capability/schema/schema-tasks.ts')).deriveCapabilities,
  describeSchemaText: async () => (await import('../capability/schema/schema-tasks.ts')).describeSchemaText,
  drawDiagram: async () => (await import('../diagram/tasks/diagram-tasks.ts')).drawDiagram,
  fingerprintText: async () => (await import('../kubernetes/change/change-tasks.ts')).fingerprintText,
  findInCode: async () => (await import('./code-tasks.ts')).findInCode,
  findParseRegression: async () => (await import('./find-parse-regression.ts')).findParseRegression,
  findPatchSecrets: async () => (await import('@shipmate/domain/secrets')).findPatchSecrets,
  findPublishedSecrets: async () => (await import('@shipmate/domain/secrets')).findPublishedSecrets,
  findRuleUses: async () => (await import('@shipmate/domain/workflow')).findRuleUses,
  findYamlProblem: async () => (await import('./find-yaml-problem.ts')).findYamlProblem,
  linkProjects: async () => (await import('../code/links/link-projects.ts')).linkProjects,
  listProblems: async () => (await import('../kubernetes/problems/problem-tasks.ts')).listProblems,
  observeText: async () => (await import('../kubernetes/problems/problem-tasks.ts')).observeText,
  parseCoverage: async () => (await import('../report/test-report.ts')).parseCoverage,
  parseLintReport: async () => (await import('../report/lint-report.ts')).parseLintReport,
  parseTestReport: async () => (await import('../report/test-report.ts')).parseTestReport,
  queryMapFiles: async () => (await import('../diagram/tasks/diagram-tasks.ts')).queryMapFiles,
  readDependencies: async () => (await import('../helm/dependency/read-dependencies.ts')).readDependencies,
  readDiscoveryAnswer: async () => (await import('../kubernetes/api/answer-tasks.ts')).readDiscoveryAnswer,
  readFingerprints: async () => (await import('../kubernetes/api/answer-tasks.ts')).readFingerprints,
  readLegacyAnswer: async () => (await import('../kubernetes/api/answer-tasks.ts')).readLegacyAnswer,
  readListAnswer: async () => (await import('../kubernetes/api/answer-tasks.ts')).readListAnswer,
  readManifests: async () => (await import('../kubernetes/dry-run/read-manifests.ts')).readManifests,
  readMarkdownPattern: async () => (await import('@shipmate/domain/pattern')).readMarkdownPattern,
  readObjectAnswer: async () => (await import('../kubernetes/api/answer-tasks.ts')).readObjectAnswer,
  readPatch: async () => (await import('../kubernetes/change/read-patch.ts')).readPatch,
  readProjects: async () => (await import('./code-tasks.ts')).readProjects,
  readTableAnswer: async () => (await import('../kubernetes/api/answer-tasks.ts')).readTableAnswer,
  readTextAnswer: async () => (await import('../kubernetes/api/answer-tasks.ts')).readTextAnswer,
  redactPatch: async () => (await import('@shipmate/domain/secrets')).redactPatch,
  redactSecrets: async () => (await import('@shipmate/domain/secrets')).redactSecrets,
  renderEssentialsText: async () => (await import('../kubernetes/describe/essential-object.ts')).renderEssentialsText,
  renderObjectText: async () => (await import('../kubernetes/get/render-object.ts')).renderObjectText,
  renderSchemaText: async () => (await import('../capability/schema/schema-tasks.ts')).renderSchemaText,
  replaceText: async () => (await import('@shipmate/domain/text')).replaceText,
  replayEvents: async () => (await import('@shipmate/domain/workflow')).replayEvents,
  reportProblems: async () => (await import('../kubernetes/problems/problem-tasks.ts')).reportProblems,
  resolveModules: async () => (await import('../code-map/tasks/code-map-tasks.ts')).resolveModules,
  resolveScripts: async () => (await import('../code-map/tasks/resolve-scripts.ts')).resolveScripts,
  runRuleTests: async () => (await import('@shipmate/domain/workflow')).runRuleTests,
  simulateRule: async () => (await import('@shipmate/domain/workflow')).simulateRule,
  sortManifests: async () => (await import('../helm/sort-manifests.ts')).sortManifests,
  takeTextBaseline: async () => (await import('../kubernetes/problems/problem-tasks.ts')).takeTextBaseline,
  withoutDependencies: async () => (await import('../helm/dependency/read-dependencies.ts')).withoutDependencies,
  writeSkeleton: async () => (await import('../code-map/tasks/write-skeleton.ts')).writeSkeleton,
};

type LoadedTask<Load extends () => Promise<unknown>> = Awaited<ReturnType<Load>>;

export type ComputeTasks = { readonly [Name in keyof typeof computeTasks]: LoadedTask<(typeof computeTasks)[Name]> };
export type ComputeTaskName = keyof ComputeTasks;
export type ComputeArguments<Name extends ComputeTaskName> = Parameters<ComputeTasks[Name]>;
export type ComputeResult<Name extends ComputeTaskName> = Awaited<ReturnType<ComputeTasks[Name]>>;

/** One call of a task. */
export interface ComputeCall<Name extends ComputeTaskName = ComputeTaskName> {
  readonly name: Name;
  readonly args: ComputeArguments<Name>;
}

/** Runs a task in this thread. @throws AppError as the task does */
export async function runTask<Name extends ComputeTaskName>({
  name,
  args,
}: ComputeCall<Name>): Promise<ComputeResult<Name>> {
  const task = (await computeTasks[name]()) as unknown as (
    ...all: ComputeArguments<Name>
  ) => ComputeResult<Name> | Promise<ComputeResult<Name>>;
  return task(...args);
}
