import type { PushSubscription, Webhook } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Plus } from '~icons';
import { pushProblem, subscribeHere, unsubscribeHere } from '../../data/push.ts';
import { queryClient, rpc, trpc } from '../../data/service/client.ts';
import { failureOf, failureText } from '../../data/service/failure.ts';
import { useUser } from '../../data/service/session.ts';
import { t } from '../../i18n/translate.ts';
import { Button, Form } from '../../ui/button.tsx';
import { ShownOnce } from '../../ui/dialog/dialog.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { useChange } from '../../ui/feedback/use-change.ts';
import { Field } from '../../ui/field.tsx';
import { List, Loaded, Offer, Row, RowButton } from '../../ui/page/page.tsx';
import { when } from '../../ui/when.tsx';
import { browserText } from '../name-browser.ts';
import { TestButton } from './deliveries.tsx';

const webhooks = trpc.webhooks.list.pathFilter();

/** The webhooks: addresses of other programs. */
export function Webhooks() {
  const [url, setUrl] = useState('');
  const query = useQuery(trpc.webhooks.list.queryOptions());
  const create = useMutation(
    trpc.webhooks.create.mutationOptions({
      onSuccess: () => {
        setUrl('');
        void queryClient.invalidateQueries(webhooks);
      },
    }),
  );
  const field = useRef<HTMLInputElement>(null);
  // Otherwise a screen reader is silent about the problem.
  useEffect(() => {
    if (create.error) field.current?.focus();
  }, [create.error]);

  return (
    <>
      <p className="mb-3 text-[0.9375rem] leading-relaxed text-ink-2">{t('notify.webhooksText')}</p>
      <Loaded query={query} rows={1}>
        {(list) => (
          <List of={list.webhooks}>{(webhook) => <WebhookRow key={webhook.id} webhook={webhook} />}</List>
        )}
      </Loaded>
      {(query.data?.webhooks.length ?? 0) < limits.webhooksMax && (
        <Form
          onSubmit={() => create.mutate({ url: url.trim() })}
          className="mt-3 flex flex-col gap-2 sm:flex-row sm:items-start"
        >
          <Field
            ref={field}
            className="flex-1"
            label={t('notify.webhookUrl')}
            labelHidden
            type="url"
            required
            value={url}
            maxLength={limits.webhookUrlCharsMax}
            placeholder="https://"
            autoComplete="off"
            problem={create.error ? problemOf(create.error) : undefined}
            onChange={({ target }) => setUrl(target.value)}
          />
          <Button type="submit" className="h-11" busy={create.isPending}>
            <Plus className="size-4" /> {t('notify.addWebhook')}
          </Button>
        </Form>
      )}
      <ShownOnce
        title={t('notify.secret')}
        description={t('notify.secretText')}
        secret={create.data?.secret}
        copyLabel={t('notify.copySecret')}
        onClose={create.reset}
      />
    </>
  );
}

/** The server's sentence about the address is in English. */
function problemOf(error: unknown): string {
  const failure = failureOf(error);
  return failure.issues.length > 0 ? t('notify.webhookRefused') : failureText(failure);
}

function WebhookRow({ webhook: { id, url, enabled, failingSince } }: { webhook: Webhook }) {
  const act = useChange((work: () => Promise<unknown>) => work(), { refreshes: [webhooks] });
  return (
    <Row
      name={url}
      notes={[
        !enabled && t('notify.switchedOff'),
        enabled && failingSince !== null && t('notify.failingSince', { when: when(failingSince) }),
      ]}
    >
      {enabled ? (
        <TestButton of={url} send={() => rpc.webhooks.test.mutate({ id })} />
      ) : (
        <RowButton
          action={t('memories.switchOn')}
          of={url}
          onClick={() => act.mutate(() => rpc.webhooks.change.mutate({ id, enabled: true }))}
        />
      )}
      <RowButton
        action={t('notify.remove')}
        of={url}
        variant="dangerQuiet"
        onClick={() => act.mutate(() => rpc.webhooks.delete.mutate({ id }))}
      />
    </Row>
  );
}

/** The browsers that show notifications while the app is closed. */
export function Browsers() {
  const query = useQuery(trpc.push.list.queryOptions());
  return (
    <Loaded query={query} rows={1}>
      {({ pushSubscriptions, publicKey }) =>
        publicKey === null ? (
          <p className="text-ink-2">{t('notify.pushOff')}</p>
        ) : (
          <>
            <List of={pushSubscriptions}>
              {(subscription) => <Browser key={subscription.id} subscription={subscription} />}
            </List>
            {!pushSubscriptions.some(({ isCurrent }) => isCurrent) && <ThisBrowser publicKey={publicKey} />}
          </>
        )
      }
    </Loaded>
  );
}

const refreshes = [trpc.push.list.pathFilter()];

/** Requests the permission only on a click: a browser that refuses an unprompted request remembers the refusal. */
function ThisBrowser({ publicKey }: { publicKey: string }) {
  const { id } = useUser();
  const subscribe = useChange(
    async () => {
      // Without a push service, a browser reports only that the subscription failed.
      const problem = await subscribeHere(id, publicKey).catch(() => 'noService' as const);
      if (problem) showToast({ text: t(`notify.problem.${problem}`) });
    },
    { refreshes },
  );
  const problem = pushProblem();
  return (
    <Offer text={problem ? t(`notify.problem.${problem}`) : t('notify.askText')}>
      {!problem && (
        <Button busy={subscribe.isPending} onClick={() => subscribe.mutate()}>
          {t('notify.allow')}
        </Button>
      )}
    </Offer>
  );
}

function Browser({ subscription }: { subscription: PushSubscription }) {
  const { id, isCurrent, failingSince } = subscription;
  const name = browserText(subscription.name);
  const user = useUser();
  const remove = useChange(
    async () => {
      if (isCurrent) await unsubscribeHere(user.id);
      await rpc.push.unsubscribe.mutate({ id });
    },
    { refreshes },
  );
  return (
    <Row
      name={name}
      notes={[isCurrent && t('notify.thisBrowser'), failingSince !== null && t('notify.failing')]}
    >
      <TestButton of={name} send={() => rpc.push.test.mutate({ id })} />
      <RowButton
        action={t('notify.remove')}
        of={name}
        variant="dangerQuiet"
        busy={remove.isPending}
        onClick={() => remove.mutate()}
      />
    </Row>
  );
}
