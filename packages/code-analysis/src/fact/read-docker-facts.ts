import type { CodeFact } from '@shipmate/domain/code-map';
import { toFact } from './fact-source.ts';

/** Reads base images and the command of a Dockerfile. Stages and names with variables are no images. */
export function readDockerFacts(text: string): CodeFact[] {
  const stages = new Set(['scratch']);
  const facts: CodeFact[] = [];
  let command: CodeFact | undefined;
  text.split('\n').forEach((content, index) => {
    const [, instruction = '', rest = ''] = /^[ \t]{0,100}([A-Za-z]{1,20})[ \t]+(\S.{0,1000})/u.exec(content) ?? [];
    const name = instruction.toUpperCase();
    if (name === 'FROM') {
      const parts = rest.split(/\s+/u).filter((part) => !part.startsWith('--'));
      const [image = ''] = parts;
      if (!stages.has(image.toLowerCase()) && !image.includes('$'))
        facts.push(toFact('container_image', image, index + 1));
      if (parts[1]?.toLowerCase() === 'as' && parts[2] !== undefined) stages.add(parts[2].toLowerCase());
      // Only the command of the last stage starts.
      command = undefined;
    }
    if (name === 'ENTRYPOINT' || (name === 'CMD' && command?.name.startsWith('ENTRYPOINT') !== true)) {
      command = toFact('entry_point', `${name} ${rest}`, index + 1);
    }
  });
  return command ? [...facts, command] : facts;
}
