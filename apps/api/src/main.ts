import './process/startup-cache.ts';

// A static import would run before the line above.
await import('./process/serve.ts');
