/** The used part of autocannon, which has no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  export interface Options {
    url: string;
    connections: number;
    duration: number;
    method?: string;
    headers?: Record<string, string>;
    body?: string;
    requests?: {
      method?: string;
      path?: string;
      headers?: Readonly<Record<string, string>>;
      body?: string;
    }[];
    timeout?: number;
    sampleInt?: number;
  }
  export interface Result {
    duration: number;
    errors: number;
    non2xx: number;
    requests: { total: number };
  }
  export type Instance = EventEmitter & PromiseLike<Result>;
  export default function autocannon(options: Options): Instance;
}
