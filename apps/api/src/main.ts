import './process/startup-cache.ts';

// Not before the line above has taken effect.
await import('./process/serve.ts');
