import fc from '@jarvis/testkit/properties';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { decodeString } from 'micromark-util-decode-string';
import { expect, test } from 'vitest';
import { LinkGuard } from './links.ts';

const guard = () => {
  const made = new LinkGuard();
  made.known.allow('See https://bees.example/facts?page=2 and www.honey.example or ada@ok.example for more.');
  return made;
};
const known = [
  'https://bees.example/facts?page=2',
  'https://bees.example/',
  'http://www.honey.example/',
  'https://www.honey.example/',
  'mailto:ada@ok.example',
];

const apart = (line: string, at = ' ') => line.split(at);

/** By line: brackets and signs; schemes; hosts and paths; the same as references and escapes; parts of markup; HTML. */
const signs = [
  ...apart(String.raw`[ ] ( ) < > ! \ ~~~ * _ ~ " ' | ^ = @ a : / // & ; # ? % . , $ $$ \( \) \[ \] %41`),
  ...apart('https HTTP https: https:// ftp:// mailto: xmpp: javascript: www www. WWW.'),
  ...apart('evil.example bücher.example ev%69l.example [::1] /Rex ?d=Rex :80 Rex@ u:p@ @e //evil.example'),
  ...apart(String.raw`\\evil.example https://evil.example/Rex Rex@evil.example ada@ok.example bees.example`),
  ...apart('https://bees.example https://bees.example/facts?page=2 www.honey.example'),
  ...apart('&#58; &colon; &#104;ttps &lpar; &#x5b; &lt; &amp; &nbsp; &Tab; &sol; &#0; w&#119;w. &commat;'),
  ...apart(String.raw`&period; &NewLine; &quot; &bsol; \: \/ \@`),
  ...apart('[^1] [a] [a][] ]( ](< >) ![ ![a]( [a]( ]: []( ![](/x) [](/x)'),
  ...apart(
    '<style> <style <script> <scriptmailto: </a> /> <!-- --> <? <![CDATA[ ]]> <b> <div> <Rex@evil.example>',
  ),
  ...apart(' ;\t;\n;\n\n;\r;\r\n;  \n;\\\n;    ;\n    ;\f;\0;\u00a0;\u200b', ';'),
  ...apart('`;```;[1]: ;[^1]: ;\n- ;\n1. ;\n> ;> ;\n# ;\n---\n;|-|\n; (t); "t"; \'t\'', ';'),
  ...apart('[a](//e b);<a href=";<a href=;<img src=;<img\nsrc=";<img src=x>; title=";<p class=";" ;">', ';'),
];
const addresses = [
  ...apart('https://evil.example/Rex www.evil.example/Rex https://Rex@bees.example/ //evil.example/Rex'),
  ...apart('https:evil.example/Rex mailto:Rex@evil.example javascript:x ada@ok.example'),
  'https://bees.example/facts?page=2',
];
const forms = [
  ...apart('[a](D) ![a](D) [a](<D>) <D> D **D** _D_ [D](D) [![a](D)](D) [[a](D)](D) `D` $D$ (D) "D"'),
  ...apart('[a]( D "t" );[a](\nD\n);\n[a]: D\n;\n> [a]:\n> D\n;[^1]: D;```\nD\n```\n;    D;| D |', ';'),
  ...apart('<a href="D">x</a>;<img src=D>;<img src=\'D\'/>;<div>\nD\n;<!-- D -->', ';'),
];

const few = fc.array(fc.constantFrom(...signs), { maxLength: 4 }).map((parts) => parts.join(''));
/** A complete form with one inserted sign. */
const broken = fc
  .tuple(
    fc.constantFrom(...forms),
    fc.oneof(fc.constantFrom(...addresses), few),
    fc.nat(40),
    fc.constantFrom('', ...signs),
  )
  .map(([form, address, at, sign]) => {
    const text = form.replaceAll('D', () => address);
    return text.slice(0, at) + sign + text.slice(at);
  });
const hostile = fc
  .array(fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...signs) }, { weight: 1, arbitrary: broken }), {
    maxLength: 16,
    size: 'max',
  })
  .map((parts) => parts.join(''));

/** Reads a reply like the web app, as if nothing in it were code or a tag, and like plain Markdown readers. */
const readings = [
  { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] },
  {
    extensions: [
      gfm(),
      { disable: { null: ['codeFenced', 'codeIndented', 'codeText', 'htmlFlow', 'htmlText'] } },
    ],
    mdastExtensions: [gfmFromMarkdown()],
  },
  {},
];

/** All targets of a text, in any reading: its links, images and definitions, and the addresses in its tags. */
function destinations(text: string): string[] {
  const found: string[] = [];
  const visit = (node: Nodes): void => {
    if ('url' in node) found.push(node.url);
    if ('children' in node) node.children.forEach(visit);
  };
  for (const reading of readings) visit(fromMarkdown(text, reading));
  for (const [tag] of text.matchAll(/<[a-z][^<>]*>?/gi))
    for (const [, name = '', double = '', single = '', bare = ''] of tag.matchAll(attribute))
      if (!/^(?:title|alt|class|id|name)$/i.test(name)) found.push(decodeString(double || single || bare));
  return found;
}

const attribute = /[\s/"']([a-z:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/** Whether a browser that shows it would follow an unknown address. A few signs may end emphasis. */
function leadsAway(written: string): boolean {
  const destination = written.replace(/[!"'),.:;?]{0,2}[*_]{1,3}$/, '');
  const url = /^\s*www\./i.test(destination) ? `https://${destination.trim()}` : destination;
  return ['http://app.invalid/', 'https://app.invalid/'].some((page) => {
    if (!URL.canParse(url, page)) return false;
    const { href, origin, username, password } = new URL(url, page);
    if (username + password !== '') return true;
    return origin !== new URL(page).origin && !known.includes(href.replace(/\??#?$/, ''));
  });
}

/** The shown part of a text in pieces, after each of them. */
function* shownOf(text: string, size: number): Generator<string> {
  const streaming = guard();
  let shown = '';
  for (let at = 0; at < text.length; at += size) {
    shown += streaming.push(text.slice(at, at + size));
    yield shown;
  }
  yield shown + streaming.flush();
}

test('a reply leads to no unknown address, however it is read', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(destinations(guard().clean(text)).filter(leadsAway)).toEqual([]);
    }),
  );
});

test('nor does any part of it that is shown during the stream', () => {
  fc.assert(
    fc.property(hostile, fc.integer({ min: 1, max: 9 }), (text, size) => {
      const parts = new Set(shownOf(text, size));
      expect([...parts].flatMap(destinations).filter(leadsAway)).toEqual([]);
    }),
  );
});

test('pieces of 1, of 4 and of all characters give the same text', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const whole = guard().clean(text);
      for (const size of [1, 4]) expect([...shownOf(text, size)].at(-1)).toBe(whole);
    }),
  );
});
