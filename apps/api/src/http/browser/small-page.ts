import { type TextLanguage, textLanguages } from '@jarvis/contract';
import type { Request } from 'express';

/**
 * A page of plain HTML, for links that lead to the service from outside the web app; `small-page.css` is a file of the
 * web app. `body`: lines of it.
 */
export const smallPage = (
  language: TextLanguage,
  { title, heading, body }: { readonly title: string; readonly heading: string; readonly body: string },
): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="/small-page.css">
</head>
<body>
<main>
<h1>${heading}</h1>
${body}<p><a href="/">${home[language]}</a></p>
</main>
</body>
</html>
`;

const home = { en: 'Open Jarvis', de: 'Jarvis öffnen', it: 'Apri Jarvis' } as const;

/** The browser's language, or English. */
export function pageLanguageOf(req: Request): TextLanguage {
  const accepted = req.acceptsLanguages([...textLanguages]);
  return textLanguages.find((language) => language === accepted) ?? 'en';
}
