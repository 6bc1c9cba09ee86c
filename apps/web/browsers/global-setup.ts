import type { TestProject } from 'vitest/node';
import { startStage } from '../e2e/support/start-stage.ts';
import { engines, missing } from './engines.ts';

/** Names the driven engines, and starts the service for them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.stdout.write(`Driven here: ${engines.map(({ name }) => name).join(', ')}\n`);
  for (const { name, packages } of missing)
    process.stdout.write(`${name} is NOT driven: it is not installed here (Debian: ${packages})\n`);
  return startStage(project);
}
