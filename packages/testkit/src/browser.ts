export { type Chromium, findChromium } from './chromium.ts';
export { firstLoadBytesMax, scriptBytes } from './weight.ts';
