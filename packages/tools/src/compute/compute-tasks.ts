import { convertManifests } from '@shipmate/domain/manifests';
import { readMarkdownPattern } from '@shipmate/domain/pattern';
import { findPatchSecrets, findPublishedSecrets, redactSecrets } from '@shipmate/domain/secrets';
import { compareTexts, replaceText } from '@shipmate/domain/text';
import { findRuleUses, replayEvents, runRuleTests, simulateRule } from '@shipmate/domain/workflow';
import { deriveCapabilities, describeSchemaText, renderSchemaText } from '../capability/schema/schema-tasks.ts';
import { parseLintReport } from '../report/lint-report.ts';
import { analyzeFiles, resolveModules } from '../code-map/tasks/code-map-tasks.ts';
import { resolveScripts } from '../code-map/tasks/resolve-scripts.ts';
import { writeSkeleton } from '../code-map/tasks/write-skeleton.ts';
import { assessMapHealth, compareMaps, drawDiagram, queryMapFiles } from '../diagram/tasks/diagram-tasks.ts';
import { parseCoverage, parseTestReport } from '../report/test-report.ts';
import { checkChartFiles } from '../helm/check/check-chart-files.ts';
import { checkHelmRun } from '../helm/check/check-helm-run.ts';
import { compareManifests } from '../helm/compare-manifests.ts';
import { readDependencies, withoutDependencies } from '../helm/dependency/read-dependencies.ts';
import { sortManifests } from '../helm/sort-manifests.ts';
import {
  readDiscoveryAnswer,
  readFingerprints,
  readLegacyAnswer,
  readListAnswer,
  readObjectAnswer,
  readTableAnswer,
  readTextAnswer,
} from '../kubernetes/api/answer-tasks.ts';
import { assessChangeText, compareObjectTexts, fingerprintText } from '../kubernetes/change/change-tasks.ts';
import { readPatch } from '../kubernetes/change/read-patch.ts';
import { renderEssentialsText } from '../kubernetes/describe/essential-object.ts';
import { renderObjectText } from '../kubernetes/get/render-object.ts';
import { readManifests } from '../kubernetes/dry-run/read-manifests.ts';
import { listProblems, observeText, reportProblems, takeTextBaseline } from '../kubernetes/problems/problem-tasks.ts';
import { checkDefinition, checkRule } from '../workflow/check-rule.ts';
import { checkRules } from '../workflow/check-rules.ts';
import { analyzeCode, findInCode, readProjects } from './code-tasks.ts';
import { findParseRegression } from './find-parse-regression.ts';
import { findYamlProblem } from './find-yaml-problem.ts';

/** The pure functions over text and objects that may take over 20 ms. Arguments and results can be cloned. */
export const computeTasks = {
  analyzeCode,
  analyzeFiles,
  assessChangeText,
  assessMapHealth,
  checkChartFiles,
  checkDefinition,
  checkHelmRun,
  checkRule,
  checkRules,
  compareManifests,
  compareMaps,
  compareObjectTexts,
  compareTexts,
  convertManifests,
  deriveCapabilities,
  describeSchemaText,
  drawDiagram,
  fingerprintText,
  findInCode,
  findParseRegression,
  findPatchSecrets,
  findPublishedSecrets,
  findRuleUses,
  findYamlProblem,
  listProblems,
  observeText,
  parseCoverage,
  parseLintReport,
  parseTestReport,
  queryMapFiles,
  readDependencies,
  readDiscoveryAnswer,
  readFingerprints,
  readLegacyAnswer,
  readListAnswer,
  readManifests,
  readMarkdownPattern,
  readObjectAnswer,
  readPatch,
  readProjects,
  readTableAnswer,
  readTextAnswer,
  redactSecrets,
  renderEssentialsText,
  renderObjectText,
  renderSchemaText,
  replaceText,
  replayEvents,
  reportProblems,
  resolveModules,
  resolveScripts,
  runRuleTests,
  simulateRule,
  sortManifests,
  takeTextBaseline,
  withoutDependencies,
  writeSkeleton,
};

export type ComputeTasks = typeof computeTasks;
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
  const task = computeTasks[name] as unknown as (
    ...all: ComputeArguments<Name>
  ) => ComputeResult<Name> | Promise<ComputeResult<Name>>;
  return task(...args);
}
