import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, call, NoAnswer } from './http.ts';
import { bearer, type Person } from './people.ts';

export interface Seen {
  readonly statuses: Set<number | string>;
  readonly health: Set<string>;
  dataMsMax: number;
  healthMsMax: number;
  asked: number;
}

/** Requests data (several at a time) and health until told to stop; returns answers and durations. */
export function watchAnswers(url: string, person: Person, { parallel = 4 } = {}) {
  const seen: Seen = { statuses: new Set(), health: new Set(), dataMsMax: 0, healthMsMax: 0, asked: 0 };
  let going = true;
  const data = async () => {
    while (going) {
      const { ms, outcome } = await timed(() => call(`${url}/api/tasks`, { headers: bearer(person) }));
      seen.statuses.add(outcome instanceof NoAnswer ? outcome.code : outcome.status);
      seen.dataMsMax = Math.max(seen.dataMsMax, ms);
      seen.asked += 1;
      await sleep(20);
    }
  };
  const health = async () => {
    while (going) {
      const { ms, outcome } = await timed(() => call(`${url}/api/health`, { agent: false }));
      seen.health.add(
        outcome instanceof NoAnswer ? outcome.code : `${outcome.status} ${outcome.body?.status}`,
      );
      seen.healthMsMax = Math.max(seen.healthMsMax, ms);
      await sleep(50);
    }
  };
  const loops = [health(), ...Array.from({ length: parallel }, data)];
  return {
    async stop(): Promise<Seen> {
      going = false;
      await Promise.all(loops);
      return seen;
    },
  };
}

async function timed(ask: () => Promise<Answer>): Promise<{ ms: number; outcome: Answer | NoAnswer }> {
  const startedAt = performance.now();
  try {
    const answer = await ask();
    return { ms: answer.ms, outcome: answer };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { ms: performance.now() - startedAt, outcome: error };
  }
}
