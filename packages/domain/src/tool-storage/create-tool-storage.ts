import type { UnitOfWork } from '../persistence/unit-of-work.ts';
import type { ToolStorage } from './tool-storage.ts';

/** Creates the narrow ports of the tools on a unit of work. They hold nothing and need no closing. */
export function createToolStorage(unitOfWork: UnitOfWork): ToolStorage {
  const { workspaces, patterns, capabilities, proposals, rules, rulePreviews, ruleTests, alerts, entityRows, users } =
    unitOfWork.stores;
  const { projects, repositories, repositoryJobs, codeMaps, diagrams } = unitOfWork.stores;
  return {
    chartFiles: {
      getDetail: (...args) => workspaces.getDetail(...args),
      findFile: (...args) => workspaces.findFile(...args),
      edit: (principal, workspaceId, work) =>
        unitOfWork.transaction(async ({ workspaces: files, runs, runFiles, plans, stringReplaceLog }) => {
          const workspace = await files.lock(principal, workspaceId);
          return work({ workspaces: files, runs, runFiles, plans, stringReplaceLog }, workspace);
        }),
    },
    planNotes: {
      propose: (work) =>
        unitOfWork.transaction(({ runs, workspaces: files, plans }) => work({ runs, workspaces: files, plans })),
    },
    patterns: {
      search: (...args) => patterns.search(...args),
      listPassages: (...args) => patterns.listPassages(...args),
    },
    capabilities: {
      findIndex: (...args) => capabilities.findIndex(...args),
      search: (...args) => capabilities.search(...args),
      listVectors: (...args) => capabilities.listVectors(...args),
      save: (...args) => unitOfWork.transaction((inTransaction) => inTransaction.capabilities.save(...args)),
    },
    workflowRules: {
      get: (...args) => rules.get(...args),
      findByName: (...args) => rules.findByName(...args),
      list: (...args) => rules.list(...args),
      listPage: (...args) => rules.listPage(...args),
      listNames: (...args) => rules.listNames(...args),
      listRevisions: (...args) => rules.listRevisions(...args),
      listEntities: (...args) => entityRows.listEntities(...args),
      listMembers: ({ organizationId }) => users.listMembers(organizationId),
      listTests: (...args) => ruleTests.list(...args),
      hasPreview: async (principal, runId) => (await rulePreviews.list(principal, { runId })).length > 0,
      start: (work) => unitOfWork.transaction(work),
      change: (work) =>
        unitOfWork.transaction((inTransaction) =>
          work({
            rules: inTransaction.rules,
            drafts: inTransaction.ruleDrafts,
            previews: inTransaction.rulePreviews,
            audit: inTransaction.audit,
          }),
        ),
    },
    ruleAlerts: {
      get: (...args) => alerts.get(...args),
      listForMe: (...args) => alerts.listForMe(...args),
      listForRule: (...args) => alerts.listForRule(...args),
    },
    entityRows: {
      listEntities: (...args) => entityRows.listEntities(...args),
      query: (...args) => entityRows.query(...args),
      aggregate: (...args) => entityRows.aggregate(...args),
    },
    operationProposals: {
      get: (...args) => proposals.get(...args),
      move: (...args) => proposals.move(...args),
    },
    projectNotes: {
      get: (...args) => projects.get(...args),
      listChannels: (...args) => projects.listChannels(...args),
      listMembers: (...args) => projects.listMembers(...args),
      getChannel: (...args) => projects.getChannel(...args),
      appendMessage: (...args) => projects.appendMessage(...args),
      setClaim: (...args) => repositoryJobs.setClaim(...args),
      listRepositories: (...args) => repositories.list(...args),
    },
    codeMaps: {
      find: (...args) => codeMaps.find(...args),
      get: (...args) => codeMaps.get(...args),
      readSnapshot: (...args) => codeMaps.readSnapshot(...args),
      listSymbols: (...args) => codeMaps.listSymbols(...args),
      search: (...args) => codeMaps.search(...args),
      findDeclarations: (...args) => codeMaps.findDeclarations(...args),
      listVectors: (...args) => codeMaps.listVectors(...args),
      listRepositories: (...args) => repositories.list(...args),
    },
    diagrams: {
      create: (...args) => unitOfWork.transaction((inTransaction) => inTransaction.diagrams.create(...args)),
      get: (...args) => diagrams.get(...args),
      list: (...args) => diagrams.list(...args),
      change: (...args) => diagrams.change(...args),
      remove: (...args) => diagrams.remove(...args),
    },
  };
}
