type Tag = 'question' | 'answer' | 'workspace';

/** A text between tags, so that it is not taken for instructions. */
export function tagged(tag: Tag, text: string): string {
  return `<${tag}>\n${text}\n</${tag}>`;
}

/** What stands between the tags of a prompt. */
export function readTagged(prompt: string, tag: Tag): string {
  const start = prompt.indexOf(`<${tag}>\n`);
  const end = prompt.lastIndexOf(`\n</${tag}>`);
  return start === -1 || end === -1 ? '' : prompt.slice(start + tag.length + 3, end);
}
