import type { ConsentRequest, Scope } from '@jarvis/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { use, useEffect, useState } from 'react';
import { trpc } from '../data/service/client.ts';
import { failureOf, failureText } from '../data/service/failure.ts';
import { sessionQuery } from '../data/service/session.ts';
import { t } from '../i18n/translate.ts';
import { partOf } from '../routing/addresses.ts';
import { Shown } from '../routing/history.ts';
import { Button } from '../ui/button.tsx';
import { CopyLine } from '../ui/dialog/copy-button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Skeleton } from '../ui/page/page.tsx';
import { PendingPage } from '../ui/page/status-page.tsx';
import { SignInFrame } from './sign-in/frame.tsx';

/** The steps of connecting a program, by the part of the address after `/connect`. */
export function ConnectPage() {
  const step = partOf(use(Shown).pathname);
  if (step === '') return <Start />;
  return step === 'code' ? <Code /> : <ConsentPage uid={step} />;
}

/** Sends a program's request back to the service once the person is signed in, byte by byte. */
function Start() {
  const request = new URLSearchParams(location.search).get('request') ?? '';
  // No base64url has this length; decoding it would throw.
  const isRequest = /^[\w-]+$/.test(request) && request.length % 4 !== 1;
  useEffect(() => {
    if (isRequest) location.assign(`/authorize?${queryOf(request)}`);
  }, [isRequest, request]);
  return isRequest ? <PendingPage /> : <CannotConnect why={t('connect.over')} />;
}

/** Decodes base64url. */
function queryOf(request: string): string {
  const bytes = atob(request.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
}

/** A program's request and the decision. The one verified fact is the host of the redirect. */
function ConsentPage({ uid }: { uid: string }) {
  const { data, error } = useQuery(
    trpc.grants.describe.queryOptions({ uid }, { retry: false, staleTime: Number.POSITIVE_INFINITY }),
  );
  if (data) return <Consent uid={uid} request={data.request} />;
  if (!error)
    return (
      <SignInFrame title={t('connect.loading')}>
        <Skeleton rows={2} />
      </SignInFrame>
    );
  return <CannotConnect why={reasonOf(error)} />;
}

/** Why a request can be neither shown nor decided, in words. */
function reasonOf(error: unknown): string {
  const failure = failureOf(error);
  if (failure.kind === 'notFound') return t('connect.over');
  // Another tab may have begun a new session since the page was opened.
  return failure.kind === 'restricted' ? t('connect.elsewhere') : failureText(failure);
}

function Consent({ uid, request }: { uid: string; request: ConsentRequest }) {
  const { data: session } = useQuery(sessionQuery);
  const { host, loopback, name, vouched, warning, scopes } = request;
  const [ticked, setTicked] = useState(
    () => new Set(scopes.filter((each) => each.ticked).map(({ scope }) => scope)),
  );
  const decide = useMutation(
    trpc.grants.decide.mutationOptions({ onSuccess: ({ location: next }) => location.assign(next) }),
  );
  const isCommandLine = scopes.length === 0;
  const isSettled = useSettled();
  const tick = (scope: Scope, on: boolean) =>
    setTicked((before) => new Set(on ? [...before, scope] : [...before].filter((each) => each !== scope)));

  if (decide.isSuccess) return <SignInFrame title={t('connect.done')} lead={t('connect.doneText')} />;
  return (
    <SignInFrame title={t(loopback ? 'connect.titleComputer' : 'connect.title', { host })}>
      <p className="leading-relaxed text-ink-2 wrap-anywhere">
        {t('connect.calls')} <bdi className="font-medium text-ink">{t('connect.quoted', { name })}</bdi>.{' '}
        {vouched !== null && !isCommandLine && t('connect.vouched', { host: vouched })}
      </p>
      {warning !== null && (
        <p role="alert" className="mt-4 rounded-2xl bg-danger-soft px-4 py-3 leading-relaxed text-danger">
          {t('connect.warning', { host: warning })}
        </p>
      )}
      {(loopback || isCommandLine) && (
        <p className="mt-4 rounded-2xl bg-accent-softer px-4 py-3 leading-relaxed">{t('connect.started')}</p>
      )}
      {isCommandLine ? (
        <p className="mt-6 leading-relaxed">{t('connect.fullRights')}</p>
      ) : (
        <fieldset className="mt-6">
          <legend className="mb-2 font-medium">{t('connect.may')}</legend>
          <ul className="divide-y divide-line">
            {scopes.map(({ scope }) => (
              <li key={scope}>
                <label className="flex items-start gap-3 py-3">
                  <input
                    type="checkbox"
                    checked={ticked.has(scope)}
                    onChange={({ target }) => tick(scope, target.checked)}
                    className="size-5 shrink-0 accent-accent"
                  />
                  <span className="leading-snug">{t(`connect.scopes.${scope}`)}</span>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      {decide.error && (
        <p role="alert" className="mt-4 text-danger">
          {reasonOf(decide.error)}
        </p>
      )}
      <div className="mt-6 flex gap-3">
        <Button
          size="large"
          className="flex-1"
          disabled={decide.isPending}
          onClick={() => decide.mutate({ uid, allow: false })}
        >
          {t('connect.refuse')}
        </Button>
        <Button
          variant="primary"
          size="large"
          className="flex-1"
          busy={decide.isPending}
          disabled={!isSettled || (!isCommandLine && ticked.size === 0)}
          onClick={() => decide.mutate({ uid, allow: true, scopes: [...ticked] })}
        >
          {t('connect.allow')}
        </Button>
      </div>
      <p className="mt-6 text-sm leading-relaxed text-ink-3 wrap-anywhere">
        {t('connect.sentTo', { host })} {session?.user && t('connect.account', { email: session.user.email })}{' '}
        {t('connect.endAnytime')}
      </p>
    </SignInFrame>
  );
}

const settleMs = 500;

/**
 * Whether the page has had the focus for a moment: the second click of a double click in another window must not allow
 * anything (clickjacking without a frame).
 */
function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const begin = () => {
      clearTimeout(timer);
      setSettled(false);
      timer = setTimeout(() => setSettled(true), settleMs);
    };
    begin();
    addEventListener('focus', begin);
    return () => {
      clearTimeout(timer);
      removeEventListener('focus', begin);
    };
  }, []);
  return isSettled;
}

function CannotConnect({ why }: { why: string }) {
  return (
    <SignInFrame title={t('connect.cannot')} lead={why}>
      <LinkButton to="/">{t('shell.home')}</LinkButton>
    </SignInFrame>
  );
}

/** The code for a command line without a browser, for copying. It comes from the address. */
function Code() {
  const [code] = useState(() => new URLSearchParams(location.search).get('code'));
  // It is removed from the address, where others could read it.
  useEffect(() => history.replaceState(history.state, '', '/connect/code'), []);
  if (code === null) return <CannotConnect why={t('connect.refused')} />;
  return (
    <SignInFrame title={t('connect.codeTitle')} lead={t('connect.codeText')}>
      <CopyLine text={code} label={t('chat.copyCode')} testId="code" />
    </SignInFrame>
  );
}
