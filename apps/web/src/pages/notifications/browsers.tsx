import type { PushSubscription } from '@jarvis/contract';
import { useQuery } from '@tanstack/react-query';
import { pushProblem, subscribeHere, unsubscribeHere } from '../../data/push.ts';
import { rpc, trpc } from '../../data/service/client.ts';
import { useUser } from '../../data/service/session.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { useChange } from '../../ui/feedback/use-change.ts';
import { List, Loaded, Offer, Row } from '../../ui/page/content.tsx';
import { browserText } from '../name-browser.ts';
import { useTest } from './deliveries.tsx';

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
  const { id, name, isCurrent, failingSince } = subscription;
  const user = useUser();
  const test = useTest(() => rpc.push.test.mutate({ id }));
  const remove = useChange(
    async () => {
      if (isCurrent) await unsubscribeHere(user.id);
      await rpc.push.unsubscribe.mutate({ id });
    },
    { refreshes },
  );
  return (
    <Row
      name={browserText(name)}
      notes={[isCurrent && t('notify.thisBrowser'), failingSince !== null && t('notify.failing')]}
    >
      <Button size="small" busy={test.isPending} onClick={() => test.mutate()}>
        {t('notify.test')}
      </Button>
      <Button size="small" variant="dangerQuiet" busy={remove.isPending} onClick={() => remove.mutate()}>
        {t('notify.remove')}
      </Button>
    </Row>
  );
}
