import './prose.css';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm as gfmSyntax } from 'micromark-extension-gfm';
import { isValidElement, type MouseEvent, memo, type ReactNode, useContext, useMemo, useState } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { ImageOff, Square, SquareCheck } from '~icons';
import { t, useLanguage } from '../../i18n/translate.ts';
import { cx } from '../../ui/classes.ts';
import { PartBoundary } from '../../ui/page/part-boundary.tsx';
import { ConversationFiles, PageCitation } from '../files/message/page-citation.tsx';
import { citations, mayCite, pageCitations } from './citations.ts';
import { CodeBlock } from './code/code-block.tsx';
import { Formula } from './formulas/formula.tsx';
import { formulaClass, formulaNodes } from './formulas/formula-nodes.ts';
import { coverFormulas, uncover } from './formulas/formulas.ts';
import { domainOf, safeUrl } from './safe-url.ts';
import { settle } from './settle.ts';
import { splitBlocks } from './split-blocks.ts';

interface MarkdownProps {
  readonly text: string;
  readonly streaming: boolean;
  readonly sourceCount: number;
  readonly messageId: string;
}

/**
 * A reply rendered from Markdown. Raw HTML stays text, links lead only to the web or mail, and no image is loaded
 * before a click. While it streams, its unfinished end is settled first.
 */
export default function Markdown({ text, streaming, sourceCount, messageId }: MarkdownProps) {
  const blocks = useMemo(() => {
    const covered = coverFormulas(text, streaming);
    const split = splitBlocks(covered);
    const last = split.at(-1);
    return streaming && last ? split.with(-1, settle(last)) : split;
  }, [text, streaming]);
  return (
    <div className={cx('prose', streaming && 'growing')} dir="auto">
      {blocks.map((block, index) => (
        // A block that nests too deeply cannot be rendered, and shows as its source.
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end
        <PartBoundary key={index} fallback={<p className="whitespace-pre-wrap">{uncover(block)}</p>}>
          <Block
            text={block}
            // The sources of a reply are known at its end: only the texts that cite them are rendered again.
            sourceCount={mayCite(block) ? sourceCount : 0}
            messageId={messageId}
          />
        </PartBoundary>
      ))}
    </div>
  );
}

type BlockProps = Omit<MarkdownProps, 'streaming'>;

const Block = memo(function Block({ text, sourceCount, messageId }: BlockProps) {
  useLanguage();
  const files = useContext(ConversationFiles);
  const notePrefix = `note-${messageId}-`;
  return (
    <ReactMarkdown
      rehypePlugins={[boundDepth]}
      remarkPlugins={[
        gfm,
        [citations, { count: sourceCount, messageId }],
        [pageCitations, { files }],
        formulaNodes,
      ]}
      remarkRehypeOptions={{
        // Unique per reply, since two replies may have the same note number.
        clobberPrefix: notePrefix,
        footnoteLabel: t('chat.footnotes'),
        footnoteBackLabel: t('chat.footnoteBack'),
      }}
      urlTransform={(url) => (url.startsWith(`#${notePrefix}`) ? url : (safeUrl(url) ?? ''))}
      components={components}
    >
      {text}
    </ReactMarkdown>
  );
});

/** A remark plugin for tables, task lists, strikethrough and bare links. remark-gfm would also bring a serialiser. */
function gfm(this: { data(): object }) {
  const data: { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] } = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), gfmSyntax()];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), gfmFromMarkdown()];
}

/** The part of an HTML tree that is read here. */
interface Node {
  readonly children?: Node[];
  tagName?: string;
  readonly properties?: Record<string, unknown>;
}

/** Nested elements of a block, two for each list. Chromium's tab may crash in the layout of 2,000 nested lists. */
const depthMax = 300;

/** A rehype plugin that throws for a block that nests too deeply to be laid out. */
const boundDepth = () => (tree: Node) => {
  let level: Node[] = [tree];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > depthMax) throw new RangeError('The block nests too deeply.');
    level = level.flatMap(({ children = [] }) => children);
    for (const node of level) place(node);
  }
};

/**
 * Headings, quotes and lists take their direction from their own text; headings are below those of the page. Paragraphs
 * do so by style (prose.css): one with `dir` would not count for the quote or the list that holds it.
 */
function place(node: Node): void {
  const { tagName = '', properties = {} } = node;
  if (/^(?:h[1-6]|blockquote|[uo]l)$/.test(tagName)) properties.dir = 'auto';
  const rank = Number(/^h([1-6])$/.exec(tagName)?.[1] ?? 0);
  if (rank === 0) return;
  node.tagName = `h${Math.min(6, Math.max(3, rank + 1))}`;
  if (rank < 3) properties.className ??= tagName;
}

const components: Components = {
  a: ({ href, children, id, 'aria-label': label, 'aria-describedby': described }) => {
    if (!href) return <span>{children}</span>;
    if (href.startsWith('#note-'))
      return (
        <a id={id} href={href} aria-label={label} aria-describedby={described} onClick={goToNote}>
          {children}
        </a>
      );
    // Bare links have no scheme, or not the escapes of `href`.
    const isAddress = ['', 'http://', 'mailto:'].some((scheme) => safeUrl(`${scheme}${children}`) === href);
    return (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow" title={isAddress ? undefined : href}>
        {children}
      </a>
    );
  },
  cite: ({ node, children }) => {
    const { messageId, number, page, fileId } = node?.properties ?? {};
    if (fileId === undefined) return <Citation messageId={String(messageId)} number={Number(number)} />;
    return (
      <PageCitation fileId={String(fileId)} page={Number(page)}>
        {children}
      </PageCitation>
    );
  },
  img: ({ src, alt }) => <BlockedImage src={typeof src === 'string' ? src : ''} alt={alt ?? ''} />,
  code: ({ children, className }) =>
    className === formulaClass ? (
      <Formula source={String(children)} />
    ) : (
      <code className={className}>{children}</code>
    ),
  pre: ({ children }) => {
    if (!isValidElement<{ className?: string; children?: ReactNode }>(children)) return <pre>{children}</pre>;
    const { className = '', children: code } = children.props;
    const language = /language-(\S+)/.exec(className)?.[1] ?? '';
    return <CodeBlock code={String(code ?? '').replace(/\n$/, '')} language={language} />;
  },
  table: ({ children }) => (
    <section
      aria-label={t('chat.table')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto scroll-thin"
      // Not of the table, which would stay at the left of a wider place.
      dir="auto"
    >
      <table>{children}</table>
    </section>
  ),
  input: ({ checked }) => {
    const Icon = checked ? SquareCheck : Square;
    return (
      <span
        role="img"
        aria-label={t(checked ? 'chat.itemDone' : 'chat.itemOpen')}
        className="me-1.5 inline-block align-[-0.15em]"
      >
        <Icon className={checked ? 'size-4 text-accent' : 'size-4 text-ink-3'} />
      </span>
    );
  },
};

/** Scrolls within the page, without changing its address. */
function goToNote(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault();
  const note = document.getElementById(decodeURIComponent(event.currentTarget.hash.slice(1)));
  note?.scrollIntoView({ block: 'nearest' });
  if (note && note.tabIndex < 0) note.tabIndex = -1;
  note?.focus({ preventScroll: true });
}

function Citation({ messageId, number }: { messageId: string; number: number }) {
  return (
    <button
      type="button"
      className="cite hover:underline"
      aria-label={t('chat.source', { number })}
      onClick={() => {
        const card = document.getElementById(`source-${messageId}-${number}`);
        card?.scrollIntoView({ block: 'nearest' });
        card?.focus();
      }}
    >
      {number}
    </button>
  );
}

/** An image is loaded only after a click: its server would learn who read what, and when. */
function BlockedImage({ src, alt }: { src: string; alt: string }) {
  const [shown, setShown] = useState(false);
  const url = safeUrl(src);
  const name = `[${alt || t('chat.imageUnnamed')}]`;
  if (!url?.startsWith('https:')) return <span className="text-ink-3">{name}</span>;
  if (shown) {
    return (
      <img
        src={url}
        alt={alt}
        referrerPolicy="no-referrer"
        className="max-h-[32rem] max-w-full rounded-xl border border-line"
      />
    );
  }
  return (
    <>
      <button
        type="button"
        onClick={() => setShown(true)}
        className="tap my-1 inline-flex max-w-full items-center gap-2 rounded-lg border border-line bg-sunken px-3 py-1.5 text-start text-sm text-ink-2 hover:border-line-strong"
      >
        <ImageOff className="size-4 shrink-0" />
        {/* The whole address: loading the image reveals the person's IP address to this host. */}
        <span className="min-w-0 wrap-anywhere">
          {alt && <bdi className="me-1.5 font-medium text-ink">{alt}</bdi>}
          {t('chat.imageBlocked', { domain: domainOf(url) })}
        </span>
      </button>
      <span className="hidden print:block">
        {name} ({url})
      </span>
    </>
  );
}
