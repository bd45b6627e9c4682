import { describe, expect, it } from 'vitest';
import { replaceText } from './replace-text.ts';

const values = 'replicaCount: 1\nimage:\n  repository: nginx\n  tag: "1.28"\nservice:\n  port: 80\n';

describe('replaceText refusals', () => {
  const refused = [
    { name: 'an empty passage', content: values, oldStr: '', newStr: 'x', reason: 'empty', message: /oldStr is empty/ },
    {
      name: 'no change',
      content: values,
      oldStr: 'port: 80',
      newStr: 'port: 80',
      reason: 'unchanged',
      message: /are the same/,
    },
    {
      name: 'other line endings',
      content: 'a\r\nb\r\n',
      oldStr: 'a\nb',
      newStr: 'a\r\nb',
      reason: 'unchanged',
      message: /same/,
    },
    {
      name: 'no change but for blanks',
      content: 'a: 1\n',
      oldStr: 'a: 1  ',
      newStr: 'a: 1',
      reason: 'unchanged',
      message: /already/,
    },
    {
      name: 'a passage of blanks',
      content: 'a\n\n\nb\n',
      oldStr: ' \n ',
      newStr: 'x',
      reason: 'absent',
      message: /No part/,
    },
    {
      name: 'a part of a line with other blanks',
      content: 'k:   v w\n',
      oldStr: 'k: v',
      newStr: 'x',
      reason: 'absent',
      message: /1\| k: {3}v/,
    },
    { name: 'overlapping places', content: 'aaa', oldStr: 'aa', newStr: 'b', reason: 'ambiguous', message: /2 places/ },
    {
      name: 'lines left out of the new text',
      content: values,
      oldStr: 'image:',
      newStr: 'image:\n  # ... rest unchanged',
      reason: 'omission',
      message: /"# \.\.\. rest unchanged" would be written to the file/,
    },
    {
      name: 'a blank line more at the start, taken away again',
      content: 'a: 1\n',
      oldStr: '\na: 1\n',
      newStr: 'a: 1\n',
      reason: 'unchanged',
      message: /already/,
    },
    {
      name: 'a part of a line after a blank line that the file has not',
      content: 'port: 80 # http\n',
      oldStr: '\nport: 80',
      newStr: '\nport: 81',
      reason: 'absent',
      message: /1\| port: 80 # http/,
    },
    {
      name: 'other case',
      content: 'Kind: Service\n',
      oldStr: 'kind: service',
      newStr: 'kind: Ingress',
      reason: 'absent',
      message: /1\| Kind: Service/,
    },
    {
      name: 'a block whose ends only are alike',
      content: 'resources:\n  limits:\n    cpu: 1\n  requests:\n    cpu: 1\nport: 80\n',
      oldStr: 'resources:\n  limits:\n    cpu: 2\nport: 80\n',
      newStr: 'port: 80\n',
      reason: 'absent',
      message: /At line 3, oldStr has instead: {5}cpu: 2/,
    },
    {
      name: 'flat lines that the file nests, with their ends',
      content: 'a:\n  b: 1\n',
      oldStr: 'a:\nb: 1\n',
      newStr: 'a:\nc: 2\n',
      reason: 'indentation',
      message: /2\| {3}b: 1/,
    },
    {
      name: 'typographic characters and blanks at line ends of two places',
      content: 'a: ’x’ \nb: 2\na: ’x’ \nb: 2\n',
      oldStr: "a: 'x'\nb: 2",
      newStr: 'c: 3',
      reason: 'ambiguous',
      message: /\(ignoring blanks at line ends and taking typographic characters for plain ones\)/,
    },
    {
      name: 'a passage that goes on after the end of the file',
      content: 'a: 1\nb: 1\n',
      oldStr: 'a: 1\nb: 1\nc: 1',
      newStr: 'd: 1',
      reason: 'absent',
      message: /1\| a: 1\n2\| b: 1$/,
    },
    {
      name: 'another last line of a file without a final newline',
      content: 'a: 1\nb: 2',
      oldStr: 'a: 1\nb: 3',
      newStr: 'c: 1',
      reason: 'absent',
      message: /\n2\| b: 2\n/,
    },
    {
      name: 'a new text with a blank line that the file has already',
      content: 'a: 1\n\nb: 1\n',
      oldStr: 'c: 1',
      newStr: 'a: 1\n\nb: 1',
      reason: 'absent',
      message: /already, at line 1;/,
    },
    {
      name: 'flat lines that the file nests',
      content: 'a:\n  b: 1\n',
      oldStr: 'a:\nb: 1',
      newStr: 'a:\nc: 2',
      reason: 'indentation',
      message: /2\| {3}b: 1/,
    },
  ];

  it.each(refused)('give the reason when the edit has $name', ({ content, oldStr, newStr, reason, message }) => {
    const result = replaceText(content, { oldStr, newStr });
    expect(result).toMatchObject({ applied: false, reason });
    expect(result).toHaveProperty('message', expect.stringMatching(message));
  });

  it('list the places of a passage that occurs more than once, each with a line around it', () => {
    const result = replaceText('a:\n  port: http\nb:\n  port: http\n', { oldStr: 'port: http', newStr: 'port: web' });
    expect(result).toMatchObject({ applied: false, reason: 'ambiguous' });
    expect(result).toHaveProperty(
      'message',
      expect.stringMatching(
        /2 places.* at lines 2, 4\. .*\n\n1\| a:\n2\| {3}port: http\n3\| b:\n\n3\| b:\n4\| {3}port: http$/s,
      ),
    );
  });

  it('count up to a hundred places', () => {
    const result = replaceText('a\n'.repeat(100), { oldStr: 'a', newStr: 'b' });
    expect(result).toHaveProperty('message', expect.stringMatching(/in 100 places.*, 99, 100\./s));
  });

  it('stop counting at a hundred places', () => {
    const result = replaceText('a\n'.repeat(200), { oldStr: 'a', newStr: 'b' });
    expect(result).toHaveProperty('message', expect.stringMatching(/in more than 100 places.*, 99, 100 and more\./s));
  });

  it('tell places apart by position, not by indentation', () => {
    const content = 'a:\n  port: 1\n  name: x\nb:\n    port: 1\n    name: x\n';
    expect(replaceText(content, { oldStr: 'port: 1\nname: x', newStr: 'port: 2\nname: x' })).toMatchObject({
      reason: 'ambiguous',
      message: expect.stringContaining('ignoring indentation'),
    });
  });

  it('prefer an exact place to a lenient one', () => {
    const content = 'port: 1\n  port: 1  \n';
    expect(replaceText(content, { oldStr: '  port: 1  ', newStr: '  port: 2' })).toMatchObject({ tier: 'exact' });
  });

  it('show the nearest lines with their numbers and visible whitespace', () => {
    const content = 'one\ntwo\nimage:\n\trepository: nginx \n  tag: latest\n';
    const result = replaceText(content, { oldStr: 'image:\n  repository: caddy\n  tag: latest\n', newStr: 'x' });
    expect(result).toHaveProperty(
      'message',
      expect.stringContaining('3| image:\n4| →repository: nginx·\n5|   tag: latest'),
    );
  });

  it('show the most similar line when none is equal', () => {
    const result = replaceText(values, { oldStr: 'replicasCount: 1', newStr: 'replicasCount: 2' });
    expect(result).toHaveProperty('message', expect.stringContaining('1| replicaCount: 1'));
  });

  it.each([
    { name: 'equal', last: '  port: 80' },
    { name: 'similar', last: '  port: 81' },
  ])('show the place whose later lines are $name when the first line occurs twice', ({ last }) => {
    const content = `service:\n  kind: a\nother: 1\nservice:\n${last}\n`;
    const result = replaceText(content, { oldStr: 'service:\n  port: 80\n  name: web', newStr: 'x' });
    expect(result).toHaveProperty('message', expect.stringContaining(`\n4| service:\n5| ${last}`));
  });

  it.each([
    { name: 'the first of two lines that are half alike', content: 'abd\nabe\n', oldStr: 'abc', shown: '\n1| abd' },
    {
      name: 'the longest line',
      content: 'replicaCount: 1\n',
      oldStr: 'replicasCount: 1\nzz',
      shown: '\n1| replicaCount',
    },
    {
      name: 'the first of two lines of one length',
      content: 'replicaCount: 1\n',
      oldStr: 'replicasCount: 1\nzzzzzzzzzzzzzzzz',
      shown: '\n1| replicaCount',
    },
    {
      name: 'the most similar of two places with lines of one character',
      content: 'service:\ny\nother: 1\nservice:\ny\nport: 81\n',
      oldStr: 'service:\nx\nport: 80',
      shown: '\n4| service:',
    },
    {
      name: 'a line that occurs a hundred times',
      content: `${'---\nx: 1\n'.repeat(100)}name: webb\n`,
      oldStr: '---\nname: web',
      shown: '\n1| ---',
    },
    {
      name: 'no line that occurs more than a hundred times',
      content: `${'---\nx: 1\n'.repeat(101)}name: webb\n`,
      oldStr: '---\nname: web',
      shown: '\n203| name: webb',
    },
    {
      name: 'a line of 300 characters whole',
      content: 'x'.repeat(300),
      oldStr: `${'x'.repeat(300)}y`,
      shown: `${'x'.repeat(300)}\n`,
    },
  ])('show $name', ({ content, oldStr, shown }) => {
    const result = replaceText(content, { oldStr, newStr: 'z' });
    expect(result).toMatchObject({ applied: false, message: expect.stringContaining(shown) });
  });

  it('show invisible characters', () => {
    const result = replaceText('a: 1\nname: x\u200By\n', { oldStr: 'a: 1\nname: xy', newStr: 'name: z' });
    expect(result).toHaveProperty(
      'message',
      expect.stringContaining('2| name: x⟨200b⟩y\nAt line 2, oldStr has instead: name: xy'),
    );
  });

  it('show where a long passage first differs', () => {
    const lines = Array.from({ length: 60 }, (_, index) => `key${index}: ${index}`);
    const passage = lines.with(40, 'key40: 41').join('\n');
    const result = replaceText(`${lines.join('\n')}\n`, { oldStr: passage, newStr: 'x: 1' });
    expect(result).toHaveProperty(
      'message',
      expect.stringMatching(/\n…\n.*41\| key40: 40\n.*\n…\nAt line 41, oldStr has instead: key40: 41$/s),
    );
    expect(result).toHaveProperty('message', expect.not.stringContaining('key0:'));
  });

  it.each([
    ['as it is', 'port: 80', 'port: 8080'],
    ['but for indentation', 'service:\n    port: 80', 'service:\n    port: 8080'],
  ])('report that the new text is already present %s', (_how, newStr, oldStr) => {
    expect(replaceText(values, { oldStr, newStr })).toHaveProperty(
      'message',
      expect.stringContaining('already, at line'),
    );
  });

  it('do not mistake a part of a word for the new text', () => {
    const result = replaceText(values, { oldStr: 'replicas: 1', newStr: 'replica' });
    expect(result).toHaveProperty('message', expect.not.stringContaining('already'));
  });

  it('report that a very long text is searched for exact characters only', () => {
    const content = `${'# long\n'.repeat(1_500_000)}a:\n    b: 1\n`;
    expect(replaceText(content, { oldStr: 'b: 1', newStr: 'b: 2' })).toMatchObject({ tier: 'exact' });
    expect(replaceText(content, { oldStr: 'a:\n  b: 1', newStr: 'a:\n  b: 2' })).toMatchObject({
      reason: 'absent',
      message: expect.stringContaining('beyond 10000000 only exact matches are searched'),
    });
  });
});
