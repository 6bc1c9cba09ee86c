import { searchProviders } from '@jarvis/contract/providers';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import CircleCheck from '~icons/circle-check';
import CircleDashed from '~icons/circle-dashed';
import TriangleAlert from '~icons/triangle-alert';
import { modelLabel } from '../../data/model-label.ts';
import { trpc } from '../../data/service/client.ts';
import { t } from '../../i18n/translate.ts';
import { cx } from '../../ui/classes.ts';
import { CopyBlock } from '../../ui/dialog/copy-button.tsx';
import { Loaded } from '../../ui/page/content.tsx';
import { Page, PartHeading } from '../../ui/page/page.tsx';
import { providerNames } from '../sign-in/providers.tsx';
import { MailSettings } from './settings-mail.tsx';
import { ModelSettings } from './settings-model.tsx';
import { OutsideSettings } from './settings-outside.tsx';
import { Operated } from './settings-parts.tsx';
import { SearchSettings } from './settings-search.tsx';

/** Providers are set only in the environment. */
const identityLines = `GOOGLE_CLIENT_ID=…
GOOGLE_CLIENT_SECRET=…
GITHUB_CLIENT_ID=…
GITHUB_CLIENT_SECRET=…`;

export function ConnectionsPage() {
  const query = useQuery(
    // As fresh as the operators' failures.
    trpc.setup.connections.queryOptions(undefined, { staleTime: 0 }),
  );
  const { data: settings } = useQuery(
    trpc.connections.show.queryOptions(undefined, { staleTime: 0, enabled: query.data?.operator === true }),
  );
  return (
    <Page
      title={t('nav.connections')}
      lead={t(query.data?.operator === false ? 'connections.forOperators' : 'connections.lead')}
    >
      <Loaded query={query}>
        {(data) => (
          <div className="space-y-4">
            <Connection
              id="model"
              used={data.model.builtin ? t('chat.modelBuiltin') : modelLabel(data.model.name)}
              connected={!data.model.builtin}
              failing={data.model.failing}
              text={t(data.model.builtin ? 'connections.modelBuiltinText' : 'connections.modelText')}
              settings={settings?.model}
            >
              {settings && <ModelSettings model={settings.model} />}
            </Connection>
            <Connection
              id="search"
              used={data.search.name ? searchProviders[data.search.name].name : t('connections.searchNone')}
              connected={data.search.name !== null}
              failing={data.search.failing}
              text={t(data.search.name === null ? 'connections.searchNoneText' : 'connections.searchText')}
              settings={settings?.search}
            >
              {settings && <SearchSettings search={settings.search} />}
            </Connection>
            <Connection
              id="mail"
              used={data.mail.name === 'smtp' ? 'SMTP' : t('connections.mailOutbox')}
              connected={data.mail.name === 'smtp'}
              failing={data.mail.failing}
              text={t(data.mail.name === 'smtp' ? 'connections.mailText' : 'connections.mailOutboxText')}
              settings={settings?.mail}
            >
              {settings && <MailSettings mail={settings.mail} />}
            </Connection>
            <Connection
              id="identity"
              used={
                data.identityProviders.map((provider) => providerNames[provider] ?? provider).join(', ') ||
                t('connections.identityNone')
              }
              connected={data.identityProviders.length > 0}
              text={t(
                data.identityProviders.length > 0
                  ? 'connections.identityText'
                  : 'connections.identityNoneText',
              )}
            >
              {data.operator && (
                <details className="mt-3">
                  <summary className="tap link inline-flex items-center text-[0.9375rem]">
                    {t('connections.change')}
                  </summary>
                  <CopyBlock caption={t('connections.identityHow')} text={identityLines} />
                </details>
              )}
            </Connection>
            {data.operator && <OutsideSettings />}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

interface ConnectionProps {
  readonly id: 'model' | 'search' | 'mail' | 'identity';
  readonly used: string;
  readonly connected: boolean;
  /** Its last use failed. */
  readonly failing?: boolean;
  readonly text: string;
  /** The operator's view of it, with the changes in `children`; undefined for others, and for what has none. */
  readonly settings?: ComponentProps<typeof Operated>['by'] | undefined;
  readonly children?: ReactNode;
}

function Connection({ id, used, connected, failing = false, text, settings, children }: ConnectionProps) {
  const Icon = failing ? TriangleAlert : connected ? CircleCheck : CircleDashed;
  return (
    <section className="rounded-2xl border border-line bg-raised p-5">
      <div className="flex items-start gap-3">
        <Icon
          className={cx(
            'mt-0.5 size-5 shrink-0',
            failing ? 'text-danger' : connected ? 'text-accent' : 'text-ink-3',
          )}
        />
        <div className="min-w-0 flex-1">
          <PartHeading id={id} className="text-sm font-medium text-ink-3">
            {t(`connections.${id}`)}
          </PartHeading>
          <p className="text-lg font-semibold wrap-anywhere">{used}</p>
          <p className="mt-1 leading-relaxed text-ink-2">
            {failing && <span className="text-danger">{t('connections.failing')} </span>}
            {text}
          </p>
          {settings ? <Operated by={settings}>{children}</Operated> : children}
        </div>
      </div>
    </section>
  );
}
