import lighthouse, { desktopConfig } from 'lighthouse';
import type { Judgement, LighthouseTool } from '../src/tools.ts';

const categories = ['performance', 'accessibility', 'best-practices'] as const;

export const judge: LighthouseTool['judge'] = async (url, port, form) => {
  const run = await lighthouse(
    url,
    { port, onlyCategories: [...categories], disableStorageReset: true, logLevel: 'error' },
    form === 'desktop' ? desktopConfig : undefined,
  );
  if (!run) throw new Error(`Lighthouse returned nothing for ${url}`);
  const { lhr } = run;
  if (new URL(lhr.finalDisplayedUrl).href !== new URL(url).href) {
    throw new Error(`Lighthouse looked at ${lhr.finalDisplayedUrl} instead of ${url}`);
  }
  return Object.fromEntries(
    categories.map((category) => [category, Math.round((lhr.categories[category]?.score ?? 0) * 100)]),
  ) as Judgement;
};
