/** Returns true if a file of a chart should be plain YAML. Templates are not. */
export function isPlainYaml(path: string): boolean {
  return /\.ya?ml$/.test(path) && !path.split('/').includes('templates');
}
