import { isJsonObject, type JsonObject, objectsAt, textAt, valueAt } from '../../../cluster/object/read-value.ts';
import { keyOfStep, shorten } from '../field-path.ts';
import { always, describeChange, type FieldRule, type Judge, type Verdict } from '../field-rule.ts';

/** Variables that make a program load other code or redirect its traffic. */
const loaders =
  /^(?:LD_\w+|DYLD_\w+|PATH|BASH_ENV|ENV|IFS|NODE_OPTIONS|NODE_PATH|PYTHON\w+|RUBY\w+|PERL5?\w*|GEM_\w+|JAVA_TOOL_OPTIONS|_?JAVA_OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|GIT_\w+|KUBERNETES_\w+|\w*_PROXY)$/i;

/** Rules for the environment variables of a container. */
export const environmentFields: readonly FieldRule[] = [
  { path: 'env *', on: ['added'], judge: judgeAddedVariable },
  { path: 'env * value', on: ['added', 'changed'], judge: ({ path }) => judgeValue(keyOfStep(path.at(-2))) },
  {
    path: 'env * valueFrom configMapKeyRef *',
    on: ['changed'],
    judge: ({ path }) => judgeValue(keyOfStep(path.at(-4))),
  },
  {
    path: 'env * valueFrom secretKeyRef **',
    on: ['added', 'changed'],
    judge: always('high', ({ path }) => `Gives the variable "${keyOfStep(path.at(-4))}" a value of a Secret.`),
  },
  { path: 'envFrom', on: ['changed'], judge: judgeSources },
];

function judgeAddedVariable({ path, after }: Parameters<Judge>[0]): Verdict | undefined {
  const name = keyOfStep(path.at(-1));
  const source = valueAt(after, 'valueFrom');
  if (source === undefined) return typeof valueAt(after, 'value') === 'string' ? judgeValue(name) : undefined;
  const [kind, ...others] = isJsonObject(source) ? Object.keys(source) : [];
  if (kind === 'configMapKeyRef' && others.length === 0) return judgeValue(name);
  if (kind !== 'secretKeyRef') return undefined;
  const secret = textAt(source, 'secretKeyRef', 'name') ?? '';
  return { level: 'high', reason: `Gives the variable "${shorten(name)}" a value of the Secret "${shorten(secret)}".` };
}

function judgeValue(variable: string): Verdict {
  const name = shorten(variable);
  return loaders.test(variable)
    ? { level: 'high', reason: `Sets the variable "${name}", which decides what code runs or where traffic goes.` }
    : { level: 'medium', reason: `Sets the variable "${name}" of the program.` };
}

/** Judges a list in which only names of ConfigMaps differ. */
function judgeSources(change: Parameters<Judge>[0]): Verdict | undefined {
  const [before, after] = [objectsAt(change.before).map(toSource), objectsAt(change.after).map(toSource)];
  const isCorrection =
    before.length === after.length && after.every((source, index) => source !== undefined && source === before[index]);
  return isCorrection ? { level: 'medium', reason: describeChange(change) } : undefined;
}

/** Reads a source of variables, with its name if it is a Secret; `undefined` for an unknown form. */
function toSource(source: JsonObject): string | undefined {
  const [kind, ...others] = Object.keys(source).filter((field) => field !== 'prefix');
  if (others.length > 0 || (kind !== 'configMapRef' && kind !== 'secretRef')) return undefined;
  const name = kind === 'secretRef' ? textAt(source, kind, 'name') : '';
  return [kind, name, textAt(source, 'prefix') ?? '', textAt(source, kind, 'optional') ?? ''].join(' ');
}
