import { common, createLowlight } from 'lowlight';

const lowlight = createLowlight(common);

/** The request for one tree. */
export interface Code {
  readonly code: string;
  readonly language: string;
}

addEventListener('message', ({ data: { code, language } }: MessageEvent<Code>) => {
  postMessage(lowlight.registered(language) ? lowlight.highlight(language, code) : null);
});
postMessage('ready');
