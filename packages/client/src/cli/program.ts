import { readFileSync } from 'node:fs';
import { Command, CommanderError, Option } from 'commander';
import { ask } from './ask.ts';
import { logIn, logOut, showStatus } from './auth.ts';
import {
  exportConversation,
  listConversations,
  removeConversation,
  renameConversation,
  showConversation,
} from './conversations.ts';
import { type ExitCode, exitCodeOf, exitCodes, messageOf, withoutKeys } from './failures.ts';
import { countOf } from './lists.ts';
import { addTask, changeTask, editTask, listTasks, removeTask } from './tasks.ts';
import { printError } from './terminal.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

const dueLists = ['overdue', 'today', 'upcoming', 'none'];
const dueAt = [
  '--due <when>',
  'when it is due: "tomorrow at 9", 2026-11-24, 2026-11-24T08:30, or none',
] as const;
const repeating = ['--repeat <rule>', 'how it repeats, such as FREQ=WEEKLY;BYDAY=MO, or none'] as const;
const upTo = ['--limit <number>', 'how many at most', countOf] as const;

/** Runs the command line. Never throws: prints failures, and returns the exit code. */
export async function run(args: readonly string[]): Promise<ExitCode> {
  try {
    await program().parseAsync(asked(args), { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    // Commander has already printed the error in the arguments.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    printError(messageOf(error));
    return exitCodeOf(error);
  }
}

/** A question may begin with “-” or “help”: no option contains white space, and help needs a command. */
function asked(args: readonly string[]): readonly string[] {
  const [first = '', second] = args;
  if (/^-.*\s/s.test(first)) return ['ask', '--', ...args];
  if (first !== 'help' || second === undefined) return args;
  const isCommand = program().commands.some((command) => command.name() === second);
  return isCommand && args.length === 2 ? args : ['ask', '--', ...args];
}

function program(): Command {
  const jarvis = new Command('jarvis')
    .description('Ask Jarvis, and keep tasks, from a shell.')
    .version(version)
    .showHelpAfterError()
    .configureOutput({ outputError: (text, write) => write(withoutKeys(text)) })
    .exitOverride();

  const asking = jarvis
    .command('ask [question...]', { isDefault: true })
    .description('ask a question, together with piped input')
    .option('-c, --continue', 'continue the last conversation of this command, or of all')
    .option('--conversation <id>', 'continue this conversation')
    .option('-s, --stateless', 'store nothing of it')
    .option('-f, --file <path>', 'with this file; may be repeated', (path, all: string[] = []) => [
      ...all,
      path,
    ])
    .action((words: string[], options) => ask(words.join(' '), options));

  const auth = jarvis.command('auth').description('the API key that this machine uses');
  auth
    .command('login')
    .description('get a key for this machine in a browser, or store a piped one')
    .option('--url <url>', 'address of Jarvis')
    .option('--browser', 'in the browser, even if standard input is not a terminal')
    .option('--no-browser', 'print the address, for a browser on another machine, and ask for its code')
    .action(logIn);
  auth.command('status').description('show the service and whether it accepts the key').action(showStatus);
  auth.command('logout').description('forget the key').action(logOut);

  const tasks = jarvis.command('tasks').description('the task list');
  tasks
    .command('add <title...>')
    .option(...dueAt)
    .option(...repeating)
    .action((words: string[], options) => addTask(words.join(' '), options));
  tasks
    .command('list', { isDefault: true })
    .option('--done', 'done ones')
    .option('--all', 'open and done ones')
    .addOption(new Option('--due <which>', 'open ones by due date').choices(dueLists))
    .option(...upTo)
    .action(listTasks);
  tasks
    .command('done <id>')
    .description('complete a task, named by its id or the end of it')
    .action((id: string, format) => changeTask(id, 'Done', { status: 'done' }, format));
  tasks
    .command('reopen <id>')
    .description('open a task again that was done')
    .action((id: string, format) => changeTask(id, 'Open again', { status: 'open' }, format));
  tasks
    .command('edit <id> [title...]')
    .description('change the title of a task, or when it is due')
    .option(...dueAt)
    .option(...repeating)
    .action((id: string, words: string[], options) => editTask(id, words.join(' '), options));
  tasks.command('rm <id>').description('remove a task').action(removeTask);

  const conversations = jarvis.command('conversations').description('what was said before');
  conversations
    .command('list', { isDefault: true })
    .option(...upTo)
    .action((options) => listConversations({}, options));
  conversations
    .command('show <id>')
    .description('print a conversation, named by its id or the end of it')
    .action(showConversation);
  conversations
    .command('search <words...>')
    .option(...upTo)
    .action((words: string[], options) => listConversations({ q: words.join(' ') }, options));
  conversations
    .command('export <id>')
    .description('print a conversation as Markdown, or as JSON that Jarvis imports')
    .action(exportConversation);
  conversations
    .command('rename <id> <title...>')
    .action((id: string, words: string[], options) => renameConversation(id, words.join(' '), options));
  conversations
    .command('rm <id>')
    .description('remove a conversation and its messages')
    .action(removeConversation);

  for (const command of [asking, ...tasks.commands, ...conversations.commands])
    command.option('--json', 'print JSON');
  return jarvis;
}
