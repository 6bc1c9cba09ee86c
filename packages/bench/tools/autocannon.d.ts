/** The used part of autocannon, which has no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  export interface Options {
    url: string;
    connections: number;
    duration: number;
    requests?: {
      method?: string;
      path?: string;
      headers?: Readonly<Record<string, string>>;
      body?: string;
    }[];
    sampleInt?: number;
  }
  export interface Result {
    errors: number;
    non2xx: number;
  }
  export type Instance = EventEmitter & PromiseLike<Result>;
  export default function autocannon(options: Options): Instance;
}
