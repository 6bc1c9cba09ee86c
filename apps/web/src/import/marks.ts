import { jsonIn } from '../data/browser/kept.ts';

/* Every function takes linear time: an export may have been written to stop the browser that imports it. */

/**
 * ChatGPT's marks are between U+E200 and U+E201: a kind, then its parts, separated by U+E202. Before 2025, citations
 * were 【7†source】. Others are borders of cited passages.
 */
const chatGptMark =
  /\ue200(\w+)(?!\w)\ue202?([^\ue200\ue201]*)\ue201|【[^【】†]*†[^【】]*】|[\ue203-\ue206]/g;

/**
 * A text of ChatGPT with what it shows in place of its marks: of a citation its links, if `links` has them, of an
 * entity its name. Marks of pictures and lists of pages are removed.
 */
export const withoutChatGptMarks = (content: string, links: ReadonlyMap<string, string>): string =>
  content.replace(chatGptMark, (mark: string, kind = '', about = '') => {
    const shown = links.get(mark);
    if (shown) return shown;
    if (kind === 'entity') return nameIn(about);
    const [name = '', address = ''] = kind === 'url' ? about.split('\ue202') : [];
    return /^https?:/.test(address) ? `[${name}](${address})` : name;
  });

/** An entity is a JSON list of its type, its name and a description. */
function nameIn(about: string): string {
  const name = jsonIn<readonly unknown[]>(about)?.[1];
  return typeof name === 'string' ? name : '';
}

/** Claude writes one for each call of a tool in the text of a message. */
export const withoutClaudePlaceholders = (content: string): string =>
  content.replace(
    /```\n(?:This block is not supported on your current device|Viewing artifacts created via the Analysis Tool web feature preview isn.t) yet(?: supported on mobile)?\.\n```/g,
    '',
  );

/** LibreChat's marks are the same characters, or their escapes as text: anchors, and borders of cited passages. */
export const withoutLibreChatMarks = (content: string): string =>
  content.replace(
    /(?<!\s)(\s*)(?:\\ue20[0-6]|[\ue200-\ue206])+(turn\d+(?:search|image|news|video|ref|file)\d+)?/g,
    (_mark, space: string, anchor?: string) => (anchor === undefined ? space : ''),
  );

/** Open WebUI writes reasoning, and the calls of tools with their results, into the text of a reply. */
export const withoutOpenWebUiDetails = (content: string): string =>
  content
    .split(/(?<=<\/details>)/i)
    .map((part) => (/<\/details>$/i.test(part) ? part.replace(openWebUiDetails, '') : part))
    .join('');

const openWebUiDetails = /<details\s+type="(?:reasoning|tool_calls|code_interpreter)"[^<>]*>.*/is;
