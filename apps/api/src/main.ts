import './quick-start.ts';

// Not before the line above has taken effect.
await import('./serve.ts');
