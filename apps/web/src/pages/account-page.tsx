import type { PreferredLanguage, User } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import Download from '~icons/download';
import { trpc } from '../data/client.ts';
import { failureOf } from '../data/failure.ts';
import { useFailureText } from '../data/failure-text.ts';
import { showChange, useUser } from '../data/session.ts';
import { changeZone, deviceZone, useAccountZone } from '../data/time-zone.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button, buttonClasses } from '../ui/button.tsx';
import { useFailureToast } from '../ui/failure-toast.ts';
import { Field, inputClasses } from '../ui/field.tsx';
import { Filter, Page, Section } from '../ui/page.tsx';
import { SwitchRow } from '../ui/switch.tsx';
import { chooseTheme, type ThemeChoice, useTheme } from '../ui/theme.ts';
import { showToast } from '../ui/toast.tsx';
import { ChangePassword } from './change-password.tsx';
import { CustomInstructions } from './custom-instructions.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { ImportConversations } from './import-conversations.tsx';

export function AccountPage() {
  const { t } = useTranslation();
  const user = useUser();
  return (
    <Page title={t('accountPage.title')} lead={t('accountPage.signedInAs', { email: user.email })}>
      <div>
        <Section id="profile" title={t('accountPage.profile')}>
          <Profile />
        </Section>
        <Section id="appearance" title={t('accountPage.appearance')}>
          <Appearance />
        </Section>
        <Section id="assistant" title={t('accountPage.assistant')}>
          <Assistant />
        </Section>
        <Section id="password" title={t('accountPage.password')}>
          <ChangePassword />
        </Section>
        <Section id="data" title={t('accountPage.data')}>
          <Storage />
          <div className="flex flex-wrap items-center justify-between gap-4 py-2">
            <p className="max-w-md text-[0.9375rem] leading-relaxed text-ink-2">
              {t('accountPage.exportText')}
            </p>
            <a href="/api/auth/export" download className={buttonClasses()}>
              <Download className="size-4" aria-hidden /> {t('accountPage.export')}
            </a>
          </div>
          <ImportConversations />
          <DeleteAccount />
        </Section>
      </div>
    </Page>
  );
}

/** The used part of the account's storage; nothing if operators set no maximum. */
function Storage() {
  const { t, locale } = useTranslation();
  const { data } = useQuery(trpc.account.storage.queryOptions());
  if (!data) return null;
  const [used = '', max = ''] = [data.bytes, data.bytesMax].map((bytes) =>
    (bytes / 1_000_000).toLocaleString(locale, { maximumFractionDigits: 1 }),
  );
  return <p className="py-2 text-[0.9375rem] text-ink-2">{t('accountPage.storage', { used, max })}</p>;
}

/** Changes the profile: shown at once, reverted when it could not be stored. */
function useProfile() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  return useMutation(
    trpc.account.updateProfile.mutationOptions({
      onMutate: (change) => showChange(change as Partial<User>),
      onSuccess: ({ user }, _change, end) => end(user),
      onError: (error, _change, end) => {
        end?.();
        const failure = failureOf(error);
        showToast({
          text: failure.kind === 'failed' ? t('account.saveFailed') : failureText(failure),
          tone: 'danger',
        });
      },
    }),
  );
}

function Profile() {
  const { t } = useTranslation();
  const user = useUser();
  const profile = useProfile();
  const [name, setName] = useState(user.displayName);
  const languageId = useId();
  const changed = name.trim() !== user.displayName;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!changed) return;
    profile.mutate({ displayName: name.trim() }, { onSuccess: () => showToast({ text: t('common.saved') }) });
  }

  return (
    <div className="max-w-md space-y-5">
      <form onSubmit={submit} className="flex items-end gap-2">
        <Field
          className="flex-1"
          label={t('accountPage.displayName')}
          dir="auto"
          value={name}
          maxLength={limits.displayNameCharsMax}
          autoComplete="nickname"
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" className="h-11" disabled={!changed} busy={profile.isPending}>
          {t('common.save')}
        </Button>
      </form>
      <Field
        label={t('accountPage.email')}
        value={user.email}
        readOnly
        disabled
        hint={t('accountPage.emailFixed')}
      />
      <div>
        <label htmlFor={languageId} className="mb-1.5 block text-sm font-medium">
          {t('accountPage.language')}
        </label>
        <select
          id={languageId}
          aria-describedby={`${languageId}-hint`}
          value={user.preferredLanguage}
          onChange={(event) => profile.mutate({ preferredLanguage: event.target.value as PreferredLanguage })}
          className={inputClasses}
        >
          <option value="auto">{t('accountPage.languageAuto')}</option>
          <option value="en">English</option>
          <option value="de">Deutsch</option>
          <option value="it">Italiano</option>
        </select>
        <p id={`${languageId}-hint`} className="mt-1.5 text-sm text-ink-3">
          {t('accountPage.languageHint')}
        </p>
      </div>
      <TimeZone />
    </div>
  );
}

function TimeZone() {
  const { t } = useTranslation();
  const showFailure = useFailureToast();
  const account = useAccountZone();
  const id = useId();
  const change = useMutation({
    mutationFn: changeZone,
    onError: showFailure,
  });
  const here = deviceZone();
  const zones = [...new Set([account, here, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {t('accountPage.timeZone')}
      </label>
      <select
        id={id}
        aria-describedby={`${id}-hint`}
        value={change.isPending ? change.variables : account}
        onChange={(event) => change.mutate(event.target.value)}
        className={inputClasses}
      >
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-3">
        {t('accountPage.timeZoneHint', { zone: here })}
      </p>
    </div>
  );
}

function Appearance() {
  const { t } = useTranslation();
  const theme = useTheme();
  return (
    <div className="inline-block">
      <Filter<ThemeChoice>
        label={t('nav.theme')}
        value={theme}
        onChange={chooseTheme}
        options={[
          { value: 'light', label: t('nav.themeLight') },
          { value: 'dark', label: t('nav.themeDark') },
          { value: 'system', label: t('nav.themeSystem') },
        ]}
      />
    </div>
  );
}

function Assistant() {
  const { t } = useTranslation();
  const user = useUser();
  const profile = useProfile();
  return (
    <div className="divide-y divide-line">
      <SwitchRow
        label={t('accountPage.memory')}
        hint={t('accountPage.memoryHint')}
        checked={user.memoryEnabled}
        onChange={(memoryEnabled) => profile.mutate({ memoryEnabled })}
      />
      <SwitchRow
        label={t('accountPage.webSearch')}
        hint={t('account.webSearchHint')}
        checked={user.webSearchEnabled}
        onChange={(webSearchEnabled) => profile.mutate({ webSearchEnabled })}
      />
      <SwitchRow
        label={t('accountPage.namePrompt')}
        hint={t('accountPage.namePromptHint')}
        checked={!user.displayNameChangePromptDisabled}
        onChange={(offered) => profile.mutate({ displayNameChangePromptDisabled: !offered })}
      />
      <div>
        <CustomInstructions />
      </div>
    </div>
  );
}
