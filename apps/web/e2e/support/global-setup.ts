import { findChromium } from '@jarvis/testkit/browser';
import type { TestProject } from 'vitest/node';
import { startStage } from './start-stage.ts';

/** One database cluster and the service for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // In sequence: unpacking the browser sets the folder for temporary files, which the service would use.
  await findChromium();
  return startStage(project);
}
