import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answers } from '../question/question.ts';
import type { OperationParameter, PlatformOperation } from './operation.ts';
import { toCommand } from './to-command.ts';

const parameter = (
  name: string,
  kind: OperationParameter['kind'],
  more: Partial<OperationParameter> = {},
): OperationParameter => ({
  name,
  kind,
  text: '',
  type: kind === 'switch' ? 'boolean' : kind === 'rest' ? 'list' : 'string',
  required: false,
  ...more,
});

const create: PlatformOperation = {
  tool: 'clusters',
  operation: 'create',
  description: 'Creates a cluster.',
  words: ['create'],
  endOfFlags: true,
  parameters: [
    parameter('provider', 'positional', { required: true }),
    parameter('region', 'positional', { default: 'eu-1' }),
    parameter('hosts', 'rest'),
    parameter('name', 'flag', { suggestion: 'dot' }),
    parameter('nodes', 'flag', { type: 'integer', default: 3 }),
    parameter('size', 'flag', { choices: ['small', 'large'] }),
    parameter('auth', 'switch'),
  ],
};

describe('toCommand', () => {
  it.each<[string, Answers, readonly string[]]>([
    ['what is needed', { provider: 'aws' }, ['--name=dot', 'aws']],
    ['another name', { provider: 'aws', name: 'one' }, ['--name=one', 'aws']],
    ['no suggestion that is not wanted', { provider: 'aws', name: null }, ['aws']],
    ['numbers as texts', { provider: 'aws', nodes: '5' }, ['--name=dot', '--nodes=5', 'aws']],
    ['switches', { provider: 'aws', auth: true }, ['--name=dot', '--auth', 'aws']],
    ['switches that are off', { provider: 'aws', auth: 'false' }, ['--name=dot', 'aws']],
    [
      'defaults of places before others',
      { provider: 'aws', hosts: ['a', 'b'] },
      ['--name=dot', 'aws', 'eu-1', 'a', 'b'],
    ],
    ['shell characters as they are', { provider: '$(id); `x` && *' }, ['--name=dot', '$(id); `x` && *']],
    [
      'flags in values as values',
      { provider: '--auth', name: '--size=large' },
      ['--name=--size=large', '--', '--auth'],
    ],
    ['negative numbers as values', { provider: 'aws', nodes: -1 }, ['--name=dot', '--nodes=-1', 'aws']],
  ])('accepts %s', (_name, values, expected) => {
    expect(toCommand(create, values)).toEqual(['clusters', 'create', ...expected]);
  });

  it.each<[string, Answers, RegExp]>([
    ['what is missing', {}, /provider: an answer is needed/],
    [
      'what it does not know',
      { provider: 'aws', kubeconfig: '/root' },
      /kubeconfig: there is no question of this name/,
    ],
    ['what is inherited', { provider: 'aws', toString: 'x' }, /toString: there is no question/],
    ['what is not of the type', { provider: 'aws', nodes: '5 --auth' }, /nodes: an integer is needed/],
    ['what is no choice', { provider: 'aws', size: 'small;id' }, /size: "small;id" is none of small, large/],
    ['what is no switch', { provider: 'aws', auth: 'yes' }, /auth: true or false is needed/],
    ['objects', { provider: { a: 1 } }, /provider: a text is needed/],
    ['what ends a C string', { provider: 'a\0b' }, /provider: a character in it/],
    ['what is too long', { provider: 'a'.repeat(4_001) }, /provider: at most 4000 characters/],
  ])('refuses %s by name', (_name, values, message) => {
    expect(() => toCommand(create, values)).toThrow(message);
  });

  it('refuses values that its program would parse as flags', () => {
    const plain = { ...create, endOfFlags: false };
    expect(() => toCommand(plain, { provider: '-rf' })).toThrow(/provider may not begin with a dash/);
    expect(toCommand(plain, { provider: 'rf', name: '-rf' })).toEqual(['clusters', 'create', '--name=-rf', 'rf']);
  });

  it('refuses an empty position before one with a value', () => {
    const places = { ...create, parameters: [parameter('first', 'positional'), parameter('second', 'positional')] };
    expect(() => toCommand(places, { second: 'x' })).toThrow(/first is needed/);
  });
});

/** Parses arguments as a program with these parameters does. */
function readArguments(words: readonly string[]): Record<string, unknown> {
  const end = words.indexOf('--');
  const flags = words.filter((word, index) => word.startsWith('-') && (end === -1 || index < end));
  const [provider, region, ...hosts] = words.filter(
    (word, index) => (end !== -1 && index > end) || (!word.startsWith('-') && (end === -1 || index < end)),
  );
  const valueOf = (name: string) => flags.find((flag) => flag.startsWith(`--${name}=`))?.slice(name.length + 3);
  return { provider, region, hosts, name: valueOf('name'), size: valueOf('size'), auth: flags.includes('--auth') };
}

it('passes the given values to a program, whatever they hold', () => {
  const text = fc.string({ minLength: 1, unit: fc.constantFrom('-', '=', ' ', 'a', '$', '"', ';', '\n', 'ü') });
  const values = fc.record({ provider: text, region: text, name: text, hosts: fc.array(text), auth: fc.boolean() });
  fc.assert(
    fc.property(values, (given) => {
      const [, , ...words] = toCommand(create, { ...given, size: 'large' });
      expect(readArguments(words)).toEqual({ ...given, size: 'large' });
    }),
  );
});
