import autocannon from 'autocannon';
import type { LoadTool } from '../src/tools.ts';

export const generateLoad: LoadTool['generateLoad'] = async ({ url, connections, seconds, requests }) => {
  const latencies: number[] = [];
  const instance = autocannon({
    url,
    connections,
    duration: seconds,
    // After its time it ends at the next sample.
    sampleInt: 50,
    requests: requests.map((request) => ({ ...request })),
  });
  instance.on('response', (_client: unknown, _status: number, _bytes: number, ms: number) => {
    latencies.push(ms);
  });
  const { non2xx, errors } = await instance;
  return { latencies, non2xx, errors };
};
