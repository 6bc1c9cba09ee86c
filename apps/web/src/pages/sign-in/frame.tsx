import type { ReactNode } from 'react';
import { t } from '../../i18n/translate.ts';
import { Logo } from '../../ui/logo.tsx';
import { useTitle } from '../../ui/page/use-title.ts';

interface SignInFrameProps {
  readonly title: string;
  readonly lead?: string;
  readonly children?: ReactNode;
}

/** The frame of the pages for signed-out people. */
export function SignInFrame({ title, lead, children }: SignInFrameProps) {
  useTitle(title);
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <aside className="hidden flex-col justify-between border-e border-line bg-side p-12 lg:flex">
        <p className="flex items-center gap-3 font-display text-xl font-semibold">
          <Logo className="size-9" /> {t('common.appName')}
        </p>
        <p className="max-w-md font-display text-[2.5rem] leading-[1.15] font-semibold text-balance">
          {t('signIn.tagline')}
          <span className="mt-5 block font-sans text-lg leading-relaxed font-normal text-pretty text-ink-2">
            {t('signIn.tagline2')}
          </span>
        </p>
        <Ornament />
      </aside>
      <main className="flex min-w-0 items-center justify-center px-5 py-10">
        {/* Not faded in: a browser does not count that as its first paint. */}
        <div className="w-full max-w-sm">
          <Logo className="mb-8 size-10 lg:hidden" />
          <h1 className="font-display text-[clamp(1.2rem,7vw,1.75rem)] leading-tight font-semibold wrap-anywhere">
            {title}
          </h1>
          {lead && <p className="mt-2 leading-relaxed text-ink-2">{lead}</p>}
          {children && <div className="mt-7">{children}</div>}
        </div>
      </main>
    </div>
  );
}

/** Three turns of a conversation, as shapes. */
function Ornament() {
  return (
    <div aria-hidden className="max-w-sm space-y-3">
      <div className="ms-auto h-9 w-3/5 rounded-3xl rounded-br-lg bg-accent-soft" />
      <div className="space-y-2.5 py-1">
        <div className="h-2.5 w-11/12 rounded-full bg-line" />
        <div className="h-2.5 w-4/5 rounded-full bg-line" />
        <div className="h-2.5 w-1/2 rounded-full bg-line" />
      </div>
      <div className="ms-auto h-9 w-2/5 rounded-3xl rounded-br-lg bg-accent-soft" />
    </div>
  );
}
