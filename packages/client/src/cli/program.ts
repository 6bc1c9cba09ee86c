import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { ask } from './ask.ts';
import { logIn, logOut, showStatus } from './auth.ts';
import { listConversations, searchConversations, showConversation } from './conversations.ts';
import { type ExitCode, exitCodeOf, exitCodes, messageOf } from './failures.ts';
import { addTask, completeTask, listTasks } from './tasks.ts';
import { printError } from './terminal.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

const asJson = ['--json', 'print JSON'] as const;

/** Runs the command line. Never throws: what fails is printed, and told by the exit code. */
export async function run(args: readonly string[]): Promise<ExitCode> {
  try {
    await program().parseAsync(args, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    // Commander has said itself what is wrong with the arguments.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    printError(messageOf(error));
    return exitCodeOf(error);
  }
}

function program(): Command {
  const jarvis = new Command('jarvis')
    .description('Ask Jarvis, and keep tasks, from a shell.')
    .version(version)
    .showHelpAfterError()
    .exitOverride();

  jarvis
    .command('ask [question...]', { isDefault: true })
    .description('ask a question; what is piped in is sent with it')
    .option('-c, --continue', 'go on with the conversation that was changed last')
    .option('--conversation <id>', 'go on with this conversation')
    .option(...asJson)
    .action((words: string[], options) => ask(words.join(' '), options));

  const auth = jarvis.command('auth').description('the API key that this machine uses');
  auth
    .command('login')
    .description('keep a key, read from a prompt or from standard input')
    .option('--url <url>', 'where Jarvis is')
    .action((options) => logIn(options));
  auth.command('status').description('say which service and whether it takes the key').action(showStatus);
  auth.command('logout').description('forget the key').action(logOut);

  const tasks = jarvis.command('tasks').description('the task list');
  tasks
    .command('add <title...>')
    .option(...asJson)
    .action((words: string[], options) => addTask(words.join(' '), options));
  tasks
    .command('list', { isDefault: true })
    .option('--done', 'those that are done')
    .option('--all', 'open and done ones')
    .option(...asJson)
    .action((options) => listTasks(options));
  tasks
    .command('done <id>')
    .description('complete a task, named by its id or the end of it')
    .option(...asJson)
    .action((id: string, options) => completeTask(id, options));

  const conversations = jarvis.command('conversations').description('what was said before');
  conversations
    .command('list', { isDefault: true })
    .option(...asJson)
    .action((options) => listConversations(options));
  conversations
    .command('show <id>')
    .description('print a conversation, named by its id or the end of it')
    .option(...asJson)
    .action((id: string, options) => showConversation(id, options));
  conversations
    .command('search <words...>')
    .option(...asJson)
    .action((words: string[], options) => searchConversations(words.join(' '), options));
  return jarvis;
}
