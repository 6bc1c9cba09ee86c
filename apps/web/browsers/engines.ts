import type { Engine, Missing } from './engine.ts';
import { chromium, firefox } from './puppeteer.ts';
import { webkit } from './webkit.ts';

const all: readonly (Engine | Missing)[] = await Promise.all([chromium(), firefox(), webkit()]);

export const engines: readonly Engine[] = all.filter((one) => 'start' in one);
export const missing: readonly Missing[] = all.filter((one) => 'packages' in one);
