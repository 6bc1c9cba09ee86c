import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Apart from the service's list, whose newest conversation may be one of a browser or a schedule. */
const file = (): string =>
  join(process.env.XDG_STATE_HOME || join(homedir(), '.local/state'), 'jarvis', 'last-conversation.json');

/** Stores the conversation that `-c` continues on this machine. Does nothing if the disk refuses it. */
export function keepLastConversation(url: string, conversationId: string): void {
  try {
    mkdirSync(dirname(file()), { recursive: true, mode: 0o700 });
    writeFileSync(file(), JSON.stringify({ url, conversationId }), { mode: 0o600 });
  } catch {}
}

/** The last conversation of this machine's command line with this service; undefined if there is none. */
export function lastConversation(url: string): string | undefined {
  try {
    const kept = JSON.parse(readFileSync(file(), 'utf8'));
    return kept.url === url ? String(kept.conversationId) : undefined;
  } catch {
    return undefined;
  }
}
