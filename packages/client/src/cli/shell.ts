import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The last conversation of each shell, under the shell's process id. */
const folder = (): string =>
  join(process.env.XDG_STATE_HOME || join(homedir(), '.local/state'), 'jarvis', 'shells');

/** Stores the conversation that `-c` continues in this shell. Does nothing if the disk refuses it. */
export function keepShellConversation(url: string, conversationId: string): void {
  try {
    mkdirSync(folder(), { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder())) if (!isAlive(Number(name))) rmSync(join(folder(), name));
    const kept = JSON.stringify({ url, conversationId, startedAt: startOf(process.ppid) });
    writeFileSync(join(folder(), String(process.ppid)), kept, { mode: 0o600 });
  } catch {}
}

/** The last conversation of this shell with this service; undefined if there is none. */
export function shellConversation(url: string): string | undefined {
  try {
    const kept = JSON.parse(readFileSync(join(folder(), String(process.ppid)), 'utf8'));
    const fits = kept.url === url && kept.startedAt === startOf(process.ppid);
    return fits ? String(kept.conversationId) : undefined;
  } catch {
    return undefined;
  }
}

/** Tells a process from a later one with the same id; null if the system does not say. */
function startOf(pid: number): string | null {
  try {
    // The 20th field after the name, which may contain anything: proc_pid_stat(5).
    return (
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[19] ?? null
    );
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
