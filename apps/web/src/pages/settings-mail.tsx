import { type FormEvent, useState } from 'react';
import { rpc } from '../data/client.ts';
import type { ConnectionSettings } from '../data/types.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { SwitchRow } from '../ui/switch.tsx';
import {
  LastFailure,
  SetByEnvironment,
  TrialButtons,
  TryResult,
  useChange,
  useTrial,
} from './settings-parts.tsx';

const blank = { host: '', port: 587, tls: false, user: '', from: 'Jarvis <no-reply@localhost>' };

export function MailSettings({ mail }: { readonly mail: ConnectionSettings['mail'] }) {
  const { t } = useTranslation();
  const [server, setServer] = useState(() => {
    const { host, port, tls, user, from } = mail.server ?? blank;
    return { host, port: String(port), tls, user, from };
  });
  const [password, setPassword] = useState('');
  const trial = useTrial({
    tryOut: rpc.connections.tryMail.mutate,
    use: rpc.connections.useMail.mutate,
    onUsed: () => setPassword(''),
  });
  const remove = useChange(() => rpc.connections.removeMail.mutate());
  if (mail.decidedBy === 'environment') {
    return (
      <>
        <LastFailure failure={mail.failure} />
        <SetByEnvironment />
      </>
    );
  }
  const input = { ...server, port: Number(server.port), ...(password !== '' && { password }) };
  const incomplete = server.host.trim() === '' || server.from.trim() === '';
  const set = (name: 'host' | 'port' | 'user' | 'from') => ({
    value: server[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setServer({ ...server, [name]: target.value }),
  });
  function use(event: FormEvent) {
    event.preventDefault();
    if (!incomplete) trial.used.mutate(input);
  }
  return (
    <form aria-label={t('settings.connectMail')} onSubmit={use} className="mt-4 space-y-4">
      <LastFailure failure={mail.failure} />
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
          {...set('host')}
        />
        <Field label={t('settings.mailPort')} inputMode="numeric" {...set('port')} />
      </div>
      <SwitchRow
        label={t('settings.mailTls')}
        hint={t('settings.mailTlsHint')}
        checked={server.tls}
        onChange={(tls) => setServer({ ...server, tls })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('settings.mailUser')} autoComplete="off" {...set('user')} />
        <Field
          label={t('settings.mailPassword')}
          hint={
            mail.server?.passwordEnd != null
              ? t('settings.keyKept', { end: mail.server.passwordEnd || '…' })
              : undefined
          }
          type="password"
          autoComplete="off"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </div>
      <Field label={t('settings.mailFrom')} {...set('from')} />
      <TrialButtons
        trial={trial}
        input={input}
        incomplete={incomplete}
        testLabel={t('settings.mailTest')}
        submits
      >
        {mail.decidedBy === 'operator' && (
          <Button variant="dangerQuiet" busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
            {t('settings.disconnect')}
          </Button>
        )}
      </TrialButtons>
      <TryResult
        result={trial.last.data}
        error={trial.last.error}
        said={({ to }) => t('settings.mailSent', { to })}
      />
    </form>
  );
}
