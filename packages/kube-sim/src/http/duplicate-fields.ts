/** The paths of the fields that a JSON text names twice, such as `spec.replicas` or `[0].value`. */
export function findDuplicateFields(text: string): readonly string[] {
  const found: string[] = [];
  let at = 0;

  function skipSpace(): void {
    while (/\s/.test(text[at] ?? '')) at += 1;
  }

  /** Skips a string and returns what it means. */
  function readString(): string {
    const start = at;
    at += 1;
    while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    at += 1;
    return JSON.parse(text.slice(start, at)) as string;
  }

  function readObject(path: string): void {
    const names = new Set<string>();
    at += 1;
    for (skipSpace(); text[at] === '"'; skipSpace()) {
      const name = readString();
      const field = path === '' ? name : `${path}.${name}`;
      if (names.has(name)) found.push(field);
      names.add(name);
      skipSpace();
      at += 1;
      readValue(field);
      skipSpace();
      if (text[at] === ',') at += 1;
    }
    at += 1;
  }

  function readArray(path: string): void {
    at += 1;
    skipSpace();
    for (let index = 0; at < text.length && text[at] !== ']'; index += 1) {
      readValue(`${path}[${index}]`);
      skipSpace();
      if (text[at] === ',') at += 1;
      skipSpace();
    }
    at += 1;
  }

  function readValue(path: string): void {
    skipSpace();
    if (text[at] === '{') readObject(path);
    else if (text[at] === '[') readArray(path);
    else if (text[at] === '"') readString();
    else while (at < text.length && !/[,\]}\s]/.test(text[at] ?? '')) at += 1;
  }

  readValue('');
  return [...new Set(found)];
}
