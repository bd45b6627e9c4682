const maxLength = 60;

/** Returns a name for a workspace that begins with a prompt: the prompt's first line, cut between words. */
export function toWorkspaceName(prompt: string): string {
  const [line = ''] = prompt.trim().split(/\r?\n/, 1);
  const characters = Array.from(line.replace(/[\s\p{Cc}]+/gu, ' ').trim());
  if (characters.length <= maxLength) return characters.join('');
  const cut = characters.slice(0, maxLength - 1).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${lastSpace > maxLength / 2 ? cut.slice(0, lastSpace) : cut}…`;
}
