import type {
  CodeFactKind,
  DiagramEdge,
  DiagramNodeData,
  DiagramType,
  DiagramWeighting,
  LayoutType,
} from '@shipmate/domain/code-map';

export const typeWords: Readonly<Record<DiagramType, string>> = {
  file_tree: 'Files',
  dependency_graph: 'Dependencies',
  architecture_slice: 'Architecture',
  data_flow: 'Data flow',
  custom: 'Custom',
};

export const layoutWords: Readonly<Record<LayoutType, string>> = {
  treemap: 'Treemap',
  hierarchical: 'Hierarchy',
  force_directed: 'Force-directed',
};

export const weightingWords: Readonly<Record<DiagramWeighting, string>> = {
  size: 'Size',
  file_count: 'Number of files',
  recent_changes: 'Recent changes',
  custom: 'Custom',
};

export const kindWords: Readonly<Record<DiagramNodeData['kind'], string>> = {
  folder: 'Folder',
  file: 'File',
  symbol: 'Symbol',
  external: 'External package',
  fact: 'Fact',
  group: 'Group',
  more: 'Folded files',
};

export const factWords: Readonly<Record<CodeFactKind, string>> = {
  route: 'Route',
  http_client: 'HTTP client',
  queue_producer: 'Queue producer',
  queue_consumer: 'Queue consumer',
  table_read: 'Table read',
  table_write: 'Table write',
  kubernetes_object: 'Kubernetes object',
  container_image: 'Container image',
  chart: 'Chart',
  entry_point: 'Entry point',
};

export const edgeWords: Readonly<Record<DiagramEdge['data']['kind'], string>> = {
  import: 'Import',
  call: 'Call',
  data: 'Data',
  deploys: 'Deploys',
  contains: 'Contains',
  custom: 'Custom',
};

/** Describes a number of files. */
export function describeFiles(count: number): string {
  return count === 1 ? '1 file' : `${count.toLocaleString('en')} files`;
}

/** Describes a size in bytes. */
export function describeBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${unit}`;
}

/** Names a language as its own documentation does, as far as known. */
export function describeLanguage(language: string | null): string {
  if (language === null) return 'Other';
  return languageNames[language] ?? language.charAt(0).toUpperCase() + language.slice(1);
}

const languageNames: Readonly<Record<string, string>> = {
  typescript: 'TypeScript',
  tsx: 'TSX',
  javascript: 'JavaScript',
  json: 'JSON',
  yaml: 'YAML',
  css: 'CSS',
  html: 'HTML',
  sql: 'SQL',
  php: 'PHP',
  csharp: 'C#',
  cpp: 'C++',
  toml: 'TOML',
  xml: 'XML',
};
