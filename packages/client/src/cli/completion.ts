import type { Command } from 'commander';
import { CommandFailed, exitCodes } from './failures.ts';
import { printLine } from './terminal.ts';

/** Prints a shell's completion script: `eval "$(jarvis completion bash)"`. Throws CommandFailed. */
export function printCompletion(shell: string, jarvis: Command): void {
  const script = scripts[shell];
  if (!script)
    throw new CommandFailed(exitCodes.usage, `There is completion for ${Object.keys(scripts).join(', ')}.`);
  printLine(script(jarvis.commands.map((command) => [command.name(), wordsOf(command)] as const)));
}

type Words = readonly (readonly [command: string, words: readonly string[]])[];

/** The names of a command's subcommands, and the long options of all of them, each once. */
const wordsOf = ({ commands, options }: Command): string[] => [
  ...commands.map((command) => command.name()),
  ...new Set(
    [...options, ...commands.flatMap((command) => command.options)].flatMap(({ long }) => long ?? []),
  ),
];

/** Bash's script, which also works in zsh. */
const bash = (words: Words): string => `_jarvis() {
  local words
  case "$COMP_CWORD:\${COMP_WORDS[1]}" in
    1:*) words="${words.map(([command]) => command).join(' ')}" ;;
${words.map(([command, next]) => `    *:${command}) words="${next.join(' ')}" ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _jarvis jarvis`;

const scripts: Record<string, (words: Words) => string> = {
  bash,
  zsh: (words) =>
    `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bash(words)}`,
  fish: (words) =>
    [
      'complete -c jarvis -f',
      `complete -c jarvis -n __fish_use_subcommand -a '${words.map(([command]) => command).join(' ')}'`,
      ...words.map(
        ([command, next]) =>
          `complete -c jarvis -n '__fish_seen_subcommand_from ${command}' -a '${next.join(' ')}'`,
      ),
    ].join('\n'),
};
