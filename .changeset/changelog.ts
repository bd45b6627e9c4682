/** Writes a change as an item: its title in bold, if it has one, and its text. */
export async function getReleaseLine({ summary }: { readonly summary: string }): Promise<string> {
  const [, title, text] = /^([^\n]+)\n\n([^]+)$/.exec(summary.trim()) ?? [];
  const item = title === undefined || text === undefined ? summary.trim() : `**${title}**\n\n${text}`;
  const [first, ...rest] = item.split('\n');
  return [`- ${first}`, ...rest.map((line) => (line.trim() === '' ? '' : `  ${line.trimEnd()}`))].join('\n');
}

/** Writes nothing: the packages of a release have one version. */
export async function getDependencyReleaseLine(): Promise<string> {
  return '';
}
