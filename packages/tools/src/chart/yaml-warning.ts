import { LineCounter, parseAllDocuments } from 'yaml';

/** Adds a warning to a message when a file that should be plain YAML cannot be parsed. Templates are not plain YAML. */
export function withYamlWarning(message: string, file: { readonly path: string; readonly content: string }): string {
  const problem = isPlainYaml(file.path) ? findYamlProblem(file.content) : undefined;
  return problem === undefined
    ? message
    : `${message} Warning: ${file.path} is no valid YAML now, at ${problem}. Mend it.`;
}

function isPlainYaml(path: string): boolean {
  return /\.ya?ml$/.test(path) && !path.split('/').includes('templates');
}

function findYamlProblem(content: string): string | undefined {
  const lineCounter = new LineCounter();
  const documents = parseAllDocuments(content, { lineCounter, prettyErrors: false, logLevel: 'silent' });
  for (const { errors } of documents) {
    const [error] = errors;
    if (error) return `line ${lineCounter.linePos(error.pos[0]).line}: ${error.message}`;
  }
  return undefined;
}
