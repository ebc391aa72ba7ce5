import { Argument, type Command, type Option } from 'commander';
import { GroundrailError } from '../base/index.ts';
import { printLine } from './terminal.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

/** A command as completion sees it: its words after `groundrail`, what may follow, and its options. */
interface Completed {
  readonly path: string;
  readonly words: readonly { readonly word: string; readonly about: string }[];
  readonly options: readonly { readonly flag: string; readonly about: string }[];
}

export function registerCompletion(program: Command): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'bash, zsh or fish'))
    .description('print a script that completes commands and options in your shell')
    .addHelpText(
      'after',
      '\nExample:\n  groundrail completion bash > ~/.local/share/bash-completion/completions/groundrail\n  groundrail completion zsh > ~/.zfunc/_groundrail\n  groundrail completion fish > ~/.config/fish/completions/groundrail.fish',
    )
    .action((shell: string) => {
      const commands = completedCommands(program);
      if (shell === 'bash') printLine(bashScript(commands));
      else if (shell === 'zsh') printLine(zshScript(commands));
      else if (shell === 'fish') printLine(fishScript(commands));
      else throw new GroundrailError('usage', { problem: `completion knows ${shells.join(', ')}, not "${shell}".` });
    });
}

function completedCommands(program: Command, path = ''): Completed[] {
  const children = program.commands.filter((command) => command.name() !== 'help');
  return [
    {
      path,
      words: children.map((command) => ({ word: command.name(), about: command.description() })),
      options: [...program.options.flatMap(flagsOf), { flag: '--help', about: 'show help' }],
    },
    ...children.flatMap((command) => completedCommands(command, `${path} ${command.name()}`.trim())),
  ];
}

function flagsOf({ long, short, description }: Option): { flag: string; about: string }[] {
  return [long, short].flatMap((flag) => (flag == null ? [] : [{ flag, about: description }]));
}

function bashScript(commands: readonly Completed[]): string {
  const cases = commands.map(({ path, words, options }) => {
    const all = [...words.map(({ word }) => word), ...options.map(({ flag }) => flag)];
    return `    '${path}') words='${all.join(' ')}' ;;`;
  });
  return `# bash completion of groundrail
_groundrail() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path='' words='' word
  local known=' ${commands.map(({ path }) => path.replaceAll(' ', '/')).join(' ')} '
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    local next="\${path:+$path/}$word"
    [[ "$known" == *" $next "* ]] && path="$next"
  done
  case "\${path//\\// }" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ \${#COMPREPLY[@]} -eq 0 && "$current" != -* ]] && COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _groundrail groundrail`;
}

function zshScript(commands: readonly Completed[]): string {
  const cases = commands.map(({ path, words, options }) => {
    const all = [
      ...words.map(({ word, about }) => described(word, about)),
      ...options.map(({ flag, about }) => described(flag, about)),
    ];
    return `    ('${path}') candidates=(${all.join(' ')}) ;;`;
  });
  return `#compdef groundrail
_groundrail() {
  local -a candidates
  local known=' ${commands.map(({ path }) => path.replaceAll(' ', '/')).join(' ')} ' at='' word next
  for word in \${words[2,CURRENT-1]}; do
    next="\${at:+$at/}$word"
    [[ "$known" == *" $next "* ]] && at="$next"
  done
  case "\${at//\\// }" in
${cases.join('\n')}
  esac
  _describe 'groundrail' candidates || _files
}
_groundrail "$@"`;
}

function described(word: string, about: string): string {
  return `'${word}:${about.replaceAll(/[':\\]/g, ' ')}'`;
}

function fishScript(commands: readonly Completed[]): string {
  const lines = commands.flatMap(({ path, words, options }) => {
    const parts = path.split(' ').filter((part) => part !== '');
    const here =
      parts.length === 0
        ? '__fish_use_subcommand'
        : parts.map((part) => `__fish_seen_subcommand_from ${part}`).join('; and ');
    return [
      ...words.map(({ word, about }) => `complete -c groundrail -n '${here}' -a ${word} -d ${quoted(about)}`),
      ...options
        .filter(({ flag }) => flag.startsWith('--'))
        .map(({ flag, about }) => `complete -c groundrail -n '${here}' -l ${flag.slice(2)} -d ${quoted(about)}`),
    ];
  });
  return ['# fish completion of groundrail', ...lines].join('\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', ' ').replaceAll("'", ' ')}'`;
}
