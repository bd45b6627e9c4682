import type { CommandEntry, CommandOption } from './command.ts';

/** The shells with a completion script. */
export const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** A command with the options that a shell completes. */
export interface CompletedCommand extends Pick<CommandEntry, 'name' | 'summary'> {
  readonly options: Readonly<Record<string, CommandOption>>;
}

/** Checks whether a shell has a completion script. */
export function isShell(text: string): text is Shell {
  return shells.some((shell) => shell === text);
}

/** Returns a script that completes the words of commands, their options and the choices of these. */
export function toCompletionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  if (shell === 'bash') return toBash(commands);
  return shell === 'zsh' ? toZsh(commands) : toFish(commands);
}

/** Lists the first words of commands, each once. */
function firstWords(commands: readonly CompletedCommand[]): readonly string[] {
  return [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? name))];
}

function secondWords(commands: readonly CompletedCommand[], first: string): readonly CompletedCommand[] {
  return commands.filter(({ name }) => name.startsWith(`${first} `));
}

function toBash(commands: readonly CompletedCommand[]): string {
  const cases = commands.map(({ name, options }) => {
    const words = Object.keys(options).map((option) => `--${option}`);
    return `    "${name}") words="${words.join(' ')}" ;;`;
  });
  const choices = commands.flatMap(({ name, options }) =>
    Object.entries(options).flatMap(([option, { choices: values }]) =>
      values === undefined ? [] : [`    "${name} --${option}") words="${values.join(' ')}" ;;`],
    ),
  );
  const groups = firstWords(commands).flatMap((first) => {
    const second = secondWords(commands, first).map(({ name }) => name.split(' ')[1]);
    return second.length === 0 ? [] : [`    "${first}") words="${second.join(' ')}" ;;`];
  });
  return `# Completion of shipmate for bash.
_shipmate() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}" words=""
  local one="\${COMP_WORDS[1]}" two="\${COMP_WORDS[1]} \${COMP_WORDS[2]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${firstWords(commands).join(' ')}"
  fi
  if [ "$COMP_CWORD" -eq 2 ]; then
    case "$one" in
${groups.join('\n')}
    esac
  fi
  if [ "$COMP_CWORD" -ge 2 ] && [ -z "$words" ]; then
    case "$two" in
${cases.filter((line) => /^ +"\S+ \S+"/.test(line)).join('\n')}
    esac
    [ -n "$words" ] || case "$one" in
${cases.filter((line) => /^ +"\S+"/.test(line)).join('\n')}
    esac
    case "$one $before" in
${choices.filter((line) => /^ +"\S+ --/.test(line)).join('\n')}
    esac
    case "$two $before" in
${choices.filter((line) => /^ +"\S+ \S+ --/.test(line)).join('\n')}
    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o default -F _shipmate shipmate`;
}

function toZsh(commands: readonly CompletedCommand[]): string {
  const describe = (items: readonly (readonly [string, string])[]) =>
    items.map(([word, text]) => `'${word}:${quote(text)}'`).join(' ');
  const first = firstWords(commands).map((word): [string, string] => {
    const exact = commands.find(({ name }) => name === word);
    return [word, exact?.summary ?? `Commands about ${word}.`];
  });
  const groups = firstWords(commands).flatMap((word) => {
    const second = secondWords(commands, word).map(({ name, summary }): [string, string] => [
      name.split(' ')[1] ?? '',
      summary,
    ]);
    return second.length === 0
      ? []
      : [`      ${word}) choices=(${describe(second)}); _describe command choices; return ;;`];
  });
  const cases = commands.map(({ name, options }) => {
    const specifications = Object.entries(options).map(([option, { type, description, choices = [] }]) => {
      const value = type === 'boolean' ? '' : `:${option}:${choices.length > 0 ? `(${choices.join(' ')})` : '_files'}`;
      return `'--${option}[${quote(description).replaceAll(/[[\]]/g, '\\$&')}]${value}'`;
    });
    return `    ${name.replace(' ', '\\ ')}) _arguments ${specifications.join(' ')} '*:file:_files' ;;`;
  });
  return `#compdef shipmate
# Completion of shipmate for zsh.
_shipmate() {
  local -a choices
  if (( CURRENT == 2 )); then
    choices=(${describe(first)})
    _describe command choices
    return
  fi
  if (( CURRENT == 3 )); then
    case "$words[2]" in
${groups.join('\n')}
    esac
  fi
  local name="$words[2] $words[3]"
  case "$name" in
${cases.filter((line) => line.includes('\\ ')).join('\n')}
    *) case "$words[2]" in
${cases.filter((line) => !/^ +\S+\\ /.test(line)).join('\n')}
    esac ;;
  esac
}
compdef _shipmate shipmate`;
}

function toFish(commands: readonly CompletedCommand[]): string {
  const lines = ['# Completion of shipmate for fish.', 'complete -c shipmate -f'];
  for (const first of firstWords(commands)) {
    const exact = commands.find(({ name }) => name === first);
    lines.push(
      `complete -c shipmate -n __fish_use_subcommand -a ${first} -d '${quote(exact?.summary ?? `Commands about ${first}.`)}'`,
    );
  }
  for (const { name, summary, options } of commands) {
    const [first = '', second] = name.split(' ');
    const seen = `__fish_seen_subcommand_from ${first}`;
    const others = secondWords(commands, first).map(({ name: other }) => other.split(' ')[1]);
    if (second !== undefined) {
      lines.push(
        `complete -c shipmate -n '${seen}; and not __fish_seen_subcommand_from ${others.join(' ')}' -a ${second} -d '${quote(summary)}'`,
      );
    }
    const condition = second === undefined ? seen : `${seen}; and __fish_seen_subcommand_from ${second}`;
    for (const [option, { type, description, choices }] of Object.entries(options)) {
      const value = type === 'boolean' ? '' : choices ? ` -x -a '${choices.join(' ')}'` : ' -r -F';
      lines.push(`complete -c shipmate -n '${condition}' -l ${option}${value} -d '${quote(description)}'`);
    }
  }
  return lines.join('\n');
}

/** Makes a text safe between single quotes of zsh and fish, and as a description after a colon. */
function quote(text: string): string {
  return text.replaceAll("'", '').replaceAll(':', ' ');
}
