export { type Chromium, findChromium } from './chromium.ts';
export { firstLoadBytes, firstLoadBytesMax } from './weight.ts';
