import { once } from 'node:events';
import type { ServerProcess } from './process.ts';

/** Environment for a server whose used memory is to be measured. */
export const inspectable = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/**
 * MB that an inspectable server still references, heap and buffers, measured after a collection. Resident memory says
 * less about a leak: V8 keeps a heap that grew under load, and the allocator keeps a flood's memory.
 */
export async function memoryInUseMb(server: ServerProcess): Promise<number> {
  const address = /ws:\/\/\S+/.exec(server.output())?.[0];
  if (address === undefined) throw new Error('the server was started without an inspector');
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const ask = async (method: string, params: object = {}): Promise<unknown> => {
    socket.send(JSON.stringify({ id: 1, method, params }));
    const [{ data }] = (await once(socket, 'message')) as [{ readonly data: string }];
    return (JSON.parse(data) as { result: unknown }).result;
  };
  try {
    await ask('HeapProfiler.collectGarbage');
    const { result } = (await ask('Runtime.evaluate', {
      expression: 'process.memoryUsage()',
      returnByValue: true,
    })) as { result: { value: NodeJS.MemoryUsage } };
    // Buffers are part of external memory.
    return (result.value.heapUsed + result.value.external) / 1_024 ** 2;
  } finally {
    socket.close();
  }
}
