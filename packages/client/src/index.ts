export { createJarvis, type Jarvis, type JarvisOptions } from './client.ts';
export { JarvisError, orThrow } from './errors.ts';
export type { components, operations, paths } from './generated/api.ts';
export type { Answer, AskOptions, ReplyEvent } from './reply.ts';
export type { StoredFile } from './send-file.ts';
