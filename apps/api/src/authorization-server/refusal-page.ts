import type { Request } from 'express';

const texts = {
  en: {
    title: 'This program cannot be connected',
    why: 'It is unknown here, or it wants to be answered at an address that it has not named as its own. You were not sent there:',
    how: 'Begin again in the program. If this comes back, tell its makers.',
  },
  de: {
    title: 'Dieses Programm kann nicht verbunden werden',
    why: 'Es ist hier unbekannt, oder es will die Antwort an eine Adresse, die es nicht als seine genannt hat. Du wurdest nicht dorthin geschickt:',
    how: 'Beginne im Programm von vorn. Kommt das wieder, sag es denen, die es machen.',
  },
  it: {
    title: 'Questo programma non può essere collegato',
    why: 'Qui è sconosciuto, oppure vuole la risposta a un indirizzo che non ha indicato come suo. Non sei stato mandato lì:',
    how: 'Ricomincia dal programma. Se succede di nuovo, avvisa chi lo produce.',
  },
} as const;

/** With break opportunities, because the page's policy allows no style for that. */
const breakable = (text: string) => (text.match(/.{1,24}/gsu) ?? []).map(escaped).join('<wbr>');

const escaped = (text: string) =>
  text.replace(/[^\n -~]|[&<>"']/gu, (char) => `&#${char.codePointAt(0) ?? 0xfffd};`);

/** The page shown instead of a redirect: the address as text, in the browser's language. */
export function refusalPage(req: Request, redirectUri: string): string {
  const language = req.acceptsLanguages('en', 'de', 'it') || 'en';
  const { title, why, how } = texts[language as keyof typeof texts] ?? texts.en;
  const address = redirectUri === '' ? '' : `<p><code>${breakable(redirectUri.slice(0, 300))}</code></p>\n`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Jarvis</title>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${why}</p>
${address}<p>${how}</p>
<p><a href="/">Jarvis</a></p>
</main>
</body>
</html>
`;
}
