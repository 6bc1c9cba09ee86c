import type { ConnectionSettings } from '@jarvis/contract';
import { searchProviders } from '@jarvis/contract/providers';
import { useState } from 'react';
import { rpc } from '../../data/service/client.ts';
import { t } from '../../i18n/translate.ts';
import { Field } from '../../ui/field.tsx';
import { SwitchRow } from '../../ui/switch.tsx';
import { ConnectionForm, ProviderChoice, SecretField, useFields, useTrial } from './connection-form.tsx';

export function SearchSettings({ search }: { search: ConnectionSettings['search'] }) {
  const { values, set, of } = useFields({
    provider: search.provider ?? 'searxng',
    url: search.url ?? '',
    apiKey: '',
  });
  const trial = useTrial({
    tryOut: rpc.connections.trySearch.mutate,
    use: rpc.connections.useSearch.mutate,
    onUsed: () => set({ apiKey: '' }),
  });
  const { provider, apiKey } = values;
  const { address, needsKey } = searchProviders[provider];
  const url = values.url.trim() || null;
  return (
    <ConnectionForm
      label={t('settings.connectSearch')}
      trial={trial}
      input={{ provider, url, ...(apiKey !== '' && { apiKey }) }}
      incomplete={address === undefined && url === null}
      said={({ titles }) => t('settings.searchFound', { titles: titles.join(' · ') })}
      disconnect={search.decidedBy === 'operator' ? () => rpc.connections.removeSearch.mutate() : undefined}
    >
      <ProviderChoice table={searchProviders} value={provider} onChoose={(next) => set({ provider: next })} />
      <Field
        label={t('settings.address')}
        hint={address && t('settings.addressOptional')}
        placeholder={address ? '' : 'http://localhost:8080'}
        inputMode="url"
        {...of('url')}
      />
      {needsKey && (
        <SecretField
          label={t('settings.key')}
          hint={t('settings.keyHint')}
          end={search.keyEnd}
          {...of('apiKey')}
        />
      )}
    </ConnectionForm>
  );
}

const blank = { host: '', port: 587, tls: false, user: '', from: 'Jarvis <no-reply@localhost>' };

export function MailSettings({ mail }: { mail: ConnectionSettings['mail'] }) {
  const { host, port, user, from, ...server } = mail.server ?? blank;
  const { values, set, of } = useFields({ host, port: String(port), user, from, password: '' });
  const [tls, setTls] = useState(server.tls);
  const trial = useTrial({
    tryOut: rpc.connections.tryMail.mutate,
    use: rpc.connections.useMail.mutate,
    onUsed: () => set({ password: '' }),
  });
  const { password, ...open } = values;
  return (
    <ConnectionForm
      label={t('settings.connectMail')}
      trial={trial}
      input={{ ...open, tls, port: Number(values.port), ...(password !== '' && { password }) }}
      incomplete={values.host.trim() === '' || values.from.trim() === ''}
      testLabel={t('settings.mailTest')}
      said={({ to }) => t('settings.mailSent', { to })}
      disconnect={mail.decidedBy === 'operator' ? () => rpc.connections.removeMail.mutate() : undefined}
    >
      {mail.folder !== null && (
        <p className="text-[0.9375rem] text-ink-2 wrap-anywhere">
          {t('settings.mailFolder')} <code className="code">{mail.folder}</code>
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
        <Field
          label={t('settings.mailHost')}
          placeholder="mail.example.org"
          autoComplete="off"
          {...of('host')}
        />
        <Field label={t('settings.mailPort')} inputMode="numeric" {...of('port')} />
      </div>
      <SwitchRow
        label={t('settings.mailTls')}
        hint={t('settings.mailTlsHint')}
        checked={tls}
        onChange={setTls}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('settings.mailUser')} autoComplete="off" {...of('user')} />
        <SecretField label={t('settings.mailPassword')} end={mail.server?.passwordEnd} {...of('password')} />
      </div>
      <Field label={t('settings.mailFrom')} {...of('from')} />
    </ConnectionForm>
  );
}
