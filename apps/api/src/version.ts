import manifest from '../package.json' with { type: 'json' };

/** The one version number, in all that the service says of itself. */
export const { version } = manifest;
