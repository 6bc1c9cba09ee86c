import type { Documentation } from '../rest.ts';

/** The OpenAPI description of the health report. */
export const documented = {
  get: {
    tag: 'Health',
    name: 'getHealth',
    summary: 'Report service health',
    description:
      'Says whether the service responds, its data store can be read and written and its session service is ready. Answers `200` in both the healthy and the degraded case, within 1.5 s. Needs no credential.',
  },
} as const satisfies Record<string, Documentation>;
