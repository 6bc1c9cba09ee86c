import manifest from '../package.json' with { type: 'json' };

/** The version number, the same everywhere. */
export const { version } = manifest;
