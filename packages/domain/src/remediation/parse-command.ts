import { AppError } from '@shipmate/core';
import { patchTypes, type ChangeTarget, type ClusterChange, type PatchType } from '../cluster/change/cluster-change.ts';
import { isJsonObject } from '../cluster/object/read-value.ts';
import { splitCommand } from './split-command.ts';

/**
 * Parses a command that a model wrote into the change that it describes. Shipmate never passes the command to
 * a shell or a program: it accepts a few forms, each with a few flags, and refuses all others by name.
 *
 * @throws AppError `VALIDATION_ERROR` that names the refused part and an accepted form.
 */
export function parseCommand(command: string): ClusterChange {
  const words = splitCommand(command);
  const [program, ...rest] = words;
  if (program !== 'kubectl') throw refuseCommand(`"${shorten(program)}" is not kubectl.`);
  const form = forms.find(({ verb }) => verb.every((word, index) => rest[index] === word));
  if (!form) throw refuseCommand(`"kubectl ${shorten(rest[0])}" is not supported.`);
  const { values, words: operands } = readFlags(rest.slice(form.verb.length), form.flags);
  return form.read(operands, values);
}

type Flags = Readonly<Partial<Record<FlagName, string>>>;
type FlagName = 'namespace' | 'replicas' | 'type' | 'patch';

interface Form {
  readonly verb: readonly string[];
  readonly flags: readonly FlagName[];
  read(operands: readonly string[], flags: Flags): ClusterChange;
}

const flagNames: Readonly<Record<string, FlagName>> = {
  '-n': 'namespace',
  '--namespace': 'namespace',
  '--replicas': 'replicas',
  '--type': 'type',
  '-p': 'patch',
  '--patch': 'patch',
};

const forms: readonly Form[] = [
  {
    verb: ['scale'],
    flags: ['namespace', 'replicas'],
    read(operands, flags) {
      const { replicas = '' } = flags;
      if (!/^\d{1,5}$/.test(replicas)) throw refuseCommand('--replicas takes a whole number.');
      return { verb: 'scale', target: readTarget(operands, flags), replicas: Number(replicas) };
    },
  },
  {
    verb: ['rollout', 'restart'],
    flags: ['namespace'],
    read: (operands, flags) => ({ verb: 'restart', target: readTarget(operands, flags) }),
  },
  {
    verb: ['delete'],
    flags: ['namespace'],
    read: (operands, flags) => ({ verb: 'delete', target: readTarget(operands, flags) }),
  },
  {
    verb: ['patch'],
    flags: ['namespace', 'type', 'patch'],
    read(operands, flags) {
      const { type = 'strategic', patch = '' } = flags;
      if (!isPatchType(type))
        throw refuseCommand(`--type ${shorten(type)} is unknown; use one of ${patchTypes.join(', ')}.`);
      return { verb: 'patch', target: readTarget(operands, flags), type, patch: readJson(patch) };
    },
  },
  {
    verb: ['set', 'image'],
    flags: ['namespace'],
    read(operands, flags) {
      const images = operands.filter((word) => word.includes('='));
      const target = readTarget(operands.slice(0, operands.length - images.length), flags);
      if (images.length === 0) throw refuseCommand('"kubectl set image" takes container=image.');
      const containers = images.map((pair) => {
        const [, name = '', image = ''] = /^([a-z0-9-]+)=([\w./:@-]+)$/.exec(pair) ?? [];
        if (name === '') throw refuseCommand(`"${shorten(pair)}" is not container=image.`);
        return { name, image };
      });
      return { verb: 'patch', target, type: 'strategic', patch: { spec: { template: { spec: { containers } } } } };
    },
  },
];

function readFlags(
  words: readonly string[],
  allowed: readonly FlagName[],
): { readonly values: Flags; readonly words: readonly string[] } {
  const values: Partial<Record<FlagName, string>> = {};
  const operands: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (!word.startsWith('-')) {
      operands.push(word);
      continue;
    }
    const [flag = '', ...inline] = word.split('=');
    const name = Object.hasOwn(flagNames, flag) ? flagNames[flag] : undefined;
    if (name === undefined || !allowed.includes(name)) throw refuseCommand(`The flag "${shorten(flag)}" is refused.`);
    if (values[name] !== undefined) throw refuseCommand(`The flag "${flag}" is given twice.`);
    if (inline.length === 0) index += 1;
    const value = inline.length === 0 ? words[index] : inline.join('=');
    if (value === undefined || (value.startsWith('-') && inline.length === 0))
      throw refuseCommand(`The flag "${flag}" has no value.`);
    values[name] = value;
  }
  return { values, words: operands };
}

/** Reads `deployment/web` or `deployment web`. */
function readTarget(operands: readonly string[], { namespace }: Flags): ChangeTarget {
  const words = operands.flatMap((word) => word.split('/'));
  const [resource = '', name = '', ...more] = words;
  if (name === '' || more.length > 0) throw refuseCommand('A command must name one object, as kind/name.');
  if (!/^[A-Za-z][A-Za-z0-9.-]{0,200}$/.test(resource))
    throw refuseCommand(`"${shorten(resource)}" is not a kind of object.`);
  if (resource.toLowerCase() === 'all') throw refuseCommand('"all" is not one kind of object.');
  if (!isName(name)) throw refuseCommand(`"${shorten(name)}" is not a valid object name.`);
  if (namespace !== undefined && !isName(namespace))
    throw refuseCommand(`"${shorten(namespace)}" is not a valid namespace name.`);
  return { resource, name, namespace };
}

function isName(text: string): boolean {
  return /^[a-z0-9](?:[a-z0-9.:-]{0,251}[a-z0-9])?$/i.test(text);
}

function isPatchType(text: string): text is PatchType {
  return patchTypes.some((type) => type === text);
}

function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value) || Array.isArray(value)) return value;
  } catch (cause) {
    throw refuseCommand('The patch of a command must be JSON.', cause);
  }
  throw refuseCommand('The patch of a command must be an object, or a list of operations.');
}

function shorten(text = ''): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function refuseCommand(what: string, cause?: unknown): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `${what} Allowed commands: kubectl scale, rollout restart, set image, patch, delete; for one object, with -n. Express any other change as a patch or a manifest.`,
    details: { field: 'command' },
    cause,
  });
}
