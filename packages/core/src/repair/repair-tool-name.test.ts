import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repairToolName } from './repair-tool-name.ts';

describe('repairToolName finds the one tool that is meant by', () => {
  test.each([
    ['kubectl_logs', ['kubectl_logs', 'kubectl-logs'], 'kubectl_logs'],
    ['TextEditor', ['textEditor'], 'textEditor'],
    ['kubectlLogs', ['kubectl_logs', 'kubectl_get'], 'kubectl_logs'],
    ['kubectl-logs', ['kubectl_logs'], 'kubectl_logs'],
    [' kubectl_logs\n', ['kubectl_logs'], 'kubectl_logs'],
    ['functions.kubectl_logs', ['kubectl_logs'], 'kubectl_logs'],
    ['functions.kubectl_logs:0', ['kubectl_logs'], 'kubectl_logs'],
    ['default_api.kubectl_logs', ['kubectl_logs'], 'kubectl_logs'],
    ['default_api:kubectl_logs', ['kubectl_logs'], 'kubectl_logs'],
    ['multi_tool_use.kubectl_logs', ['kubectl_logs'], 'kubectl_logs'],
    ['mcp__kube__kubectl_logs', ['kubectl_logs'], 'kubectl_logs'],
    ['search', ['mcp__docs__search', 'mcp__docs__read'], 'mcp__docs__search'],
    ['functions.mcp__docs__search', ['mcp__docs__search', 'mcp__web__search'], 'mcp__docs__search'],
    ['SEARCH', ['search', 'mcp__docs__search'], 'search'],
    ['api', ['mcp__docs__api'], 'mcp__docs__api'],
    ['docs.search', ['mcp__docs__getSearch'], 'mcp__docs__getSearch'],
    ['get_chart_context', ['chartContext'], 'chartContext'],
    ['chart_context', ['getChartContext'], 'getChartContext'],
    ['functions.get_weather', ['weather'], 'weather'],
    ['list_pod', ['list_pods'], 'list_pods'],
    ['descr', ['deskr'], 'deskr'],
    ['kubernats', ['kubernets'], 'kubernets'],
    ['kubermats', ['kubernets'], 'kubernets'],
    ['x'.repeat(196).concat('_get'), [`${'x'.repeat(196)}Get`], `${'x'.repeat(196)}Get`],
    ['kubectl_descibe', ['kubectl_describe', 'kubectl_get'], 'kubectl_describe'],
    ['get_kubernets_versoin', ['get_kubernetes_version'], undefined],
    ['latest_kubernetes_versions', ['latest_kubernetes_version'], 'latest_kubernetes_version'],
    ['search_capabilites', ['search_capabilities'], 'search_capabilities'],
  ])('%j among %j', (name, available, expected) => {
    expect(repairToolName(name, available)).toBe(expected);
  });
});

describe('repairToolName returns undefined for a name that may mean', () => {
  test.each([
    ['two that differ in separators', 'KubectlLogs', ['kubectl_logs', 'kubectl-logs']],
    ['two servers', 'search', ['mcp__docs__search', 'mcp__web__search']],
    ['another server', 'mcp__other__search', ['mcp__docs__search']],
    ['another server and a get', 'mcp__other__search', ['mcp__docs__get_search']],
    ['two as near', 'kubectl_describes', ['kubectl_described', 'kubectl_describe']],
    ['the opposite', 'helm_install', ['helm_uninstall']],
    ['the opposite, in one word', 'lock', ['unlock']],
    ['another short word', 'helm_list', ['helm_lint']],
    ['another verb', 'get_value', ['set_value']],
    ['a verb that looks alike', 'restart_pod', ['restore_pod']],
    ['one more word', 'delete_pod', ['delete']],
    ['a namespace alone', 'functions:0', ['get']],
    ['nothing', '', ['get', '_']],
    ['separators', '--', ['_']],
    ['more letters than a name has', `${'x'.repeat(197)}_get`, [`${'x'.repeat(197)}Get`]],
    ['two letters of a word of eight', 'deskripe', ['describe']],
    ['three letters of long words', 'kubermat_capabilitas', ['kubernet_capabilities']],
    ['two letters more than a word of eight', 'kubenets', ['kubernetes']],
    ['three letters less', 'kabkubernetes', ['kubernetes']],
    ['three plurals', 'list_pod_log_line', ['list_pods_logs_lines']],
    ['a novel', 'kubectl_logs '.repeat(1000), ['kubectl_logs']],
  ])('%s', (_, name, available) => {
    expect(repairToolName(name, available)).toBeUndefined();
  });
});

const word = fc.constantFrom(
  'get',
  'list',
  'search',
  'describe',
  'describes',
  'mcp',
  'functions',
  'pod',
  'pods',
  '0',
  '',
);
const name = fc
  .array(fc.tuple(word, fc.constantFrom('_', '__', '-', '.', ':', '', ' ')), { maxLength: 4 })
  .map((parts) => parts.flat().join(''));
const names = fc.uniqueArray(fc.oneof(name, fc.string({ unit: 'binary' })), { maxLength: 8 });

test('repairToolName returns one of the names, whatever their order', () => {
  fc.assert(
    fc.property(fc.oneof(name, fc.string()), names, (written, available) => {
      const found = repairToolName(written, available);
      expect(available.includes(written) ? [written] : [undefined, ...available]).toContain(found);
      expect(repairToolName(written, available.toReversed())).toBe(found);
    }),
    { numRuns: 2000 },
  );
});

test('repairToolName returns undefined when names differ from each other in case only', () => {
  fc.assert(
    fc.property(names, fc.constantFrom('search_docs', 'SEARCH_DOCS', 'searchDocs'), (others, left) => {
      const right = left === 'searchDocs' ? 'search-docs' : 'searchDocs';
      const available = [...others.filter((other) => other !== 'Search.Docs'), left, right];
      expect(repairToolName('Search.Docs', available)).toBeUndefined();
    }),
  );
});
