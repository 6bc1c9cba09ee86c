import './process/startup-cache.mjs';

// A static import would run before the line above.
await import('./process/serve.ts');
