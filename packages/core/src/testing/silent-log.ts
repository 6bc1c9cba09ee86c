import type { Log } from '../ports.ts';

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
