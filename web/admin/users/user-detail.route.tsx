import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CircleAlert, CircleCheck, ScrollText, ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminServiceApi, type ServiceRecord } from '#contract/admin-services.ts';
import { adminUserApi, type UserDetail, UserNotes } from '#contract/admin-users.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { auditOfUserPath } from '../../paths/console.ts';
import { consoleCall, quietCall, screenCall } from '../../session/console-call.ts';
import { requireAdmin } from '../../session/guards.ts';
import { RestoredNotice } from '../drafts/draft-notices.tsx';
import { useFormDraft } from '../drafts/use-form-draft.ts';
import { Badge } from '../ui/badge.tsx';
import { ServiceChecks } from '../ui/check-group.tsx';
import { ConsoleForm, FormFailure, SubmitButton } from '../ui/console-form.tsx';
import { FormConflict } from '../ui/edit-conflict.tsx';
import { Fact, Facts, NOTHING, Time } from '../ui/facts.tsx';
import { ruleText } from '../ui/failure-text.ts';
import { notifyFailure, notifySuccess } from '../ui/notify.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { changedFields, useEditSubmit } from '../ui/use-submit.ts';
import { useValidateOnBlur } from '../ui/use-validate-on-blur.ts';
import type { Route } from './+types/user-detail.route.ts';
import { trackAcceptedServices } from './accepted-services.ts';
import { RoleSelect } from './role-select.tsx';
import { UserActions } from './user-actions.tsx';
import { chosenName, UserStatus, userTitle } from './user-state.tsx';
import './user-detail.css';

const FIELDS = ['tel', 'address', 'memo'] as const;

type NoteValues = UserNotes & { readonly revision: number };

function notesOf({ tel, address, memo, notesRevision: revision }: UserDetail): NoteValues {
  return { tel, address, memo, revision };
}

function UserNotesForm({ user }: { user: UserDetail }) {
  const { t } = useTranslation('console');
  const { username } = user;
  const rule = (name: (typeof FIELDS)[number]) => (value: string) =>
    ruleText(UserNotes.shape[name], value, { t, otherwise: 'failure.invalid' }) ?? null;
  const form = useForm<NoteValues>({
    initialValues: notesOf(user),
    ...useValidateOnBlur(),
    validate: { tel: rule('tel'), address: rule('address'), memo: rule('memo') },
  });
  const draft = useFormDraft(`user-notes.${username}`, form);
  const { failure, submit, conflict } = useEditSubmit<NoteValues, UserDetail>({
    form,
    draft: { finish: draft.discard, discard: draft.discard },
    valuesOf: notesOf,
    isNew: false,
    fields: FIELDS,
    save: async (values) => {
      const change = changedFields(values, form.getInitialValues());
      let { revision } = values;
      if (Object.keys(change).length > 0) {
        const body = { ...change, notesRevision: revision };
        ({ notesRevision: revision } = await consoleCall(adminUserApi.update, { params: { username }, body }));
      }
      return () => {
        const saved = { ...values, revision };
        form.setInitialValues(saved);
        form.setValues(saved);
        form.resetDirty(saved);
        notifySuccess('done.updated');
      };
    },
  });
  return (
    <section className="record-section" aria-labelledby="user-notes">
      <h2 id="user-notes">{t('users.notes.heading')}</h2>
      <p className="field-help">{t('users.notes.help')}</p>
      <ConsoleForm className="user-notes ui-grid ui-gap-4" onSubmit={submit}>
        <RestoredNotice draft={draft} onReset={form.reset} />
        <TextInput
          label={t('users.notes.tel')}
          description={t('users.notes.telHelp')}
          type="tel"
          maxLength={20}
          {...form.getInputProps('tel')}
        />
        <Textarea
          label={t('users.notes.address')}
          autosize
          minRows={2}
          maxLength={500}
          {...form.getInputProps('address')}
        />
        <Textarea label={t('users.notes.memo')} autosize minRows={3} maxLength={2000} {...form.getInputProps('memo')} />
        <FormFailure text={failure} />
        {conflict && (
          <FormConflict
            conflict={conflict}
            labelOf={(field) => t(`users.notes.${field}`)}
            textOf={(field, values) => values[field]}
          />
        )}
        <div className="form-actions">
          <SubmitButton>{t('action.save')}</SubmitButton>
        </div>
      </ConsoleForm>
    </section>
  );
}

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const actor = await requireAdmin(request);
  const call = screenCall(request);
  const [user, services] = await Promise.all([call(adminUserApi.read, { params }), call(adminServiceApi.list, {})]);
  return { user, services, isOwn: user.username === actor.username };
}

export default function UserDetailRoute({ loaderData: { user, services, isOwn } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const { username } = user;
  const title = t(user.role === 'normal' ? 'page.editUser' : 'page.userSettings');
  const name = chosenName(user);
  return (
    <>
      <PageTitle title={title} documentTitle={`${userTitle(user)} – ${title}`} />
      <p className="lead user-lead">
        <span lang={name && contentLanguage(name)}>{name ?? userTitle(user)}</span>
      </p>
      <div className="user-detail ui-grid ui-gap-6">
        <div>
          <UserFacts user={user} isOwn={isOwn} />
          <p className="user-log ui-row">
            <LogLink part="target" username={username} text={t('users.auditOf')} />
            <LogLink part="actor" username={username} text={t('users.auditBy')} />
          </p>
          <UserServices key={username} user={user} services={services} />
          <UserNotesForm key={`notes.${username}`} user={user} />
        </div>
        <UserActions user={user} isOwn={isOwn} />
      </div>
    </>
  );
}

function LogLink({ part, username, text }: { part: 'actor' | 'target'; username: string; text: string }) {
  return (
    <Link to={auditOfUserPath(part, username)}>
      <ScrollText />
      {text}
    </Link>
  );
}

interface UserServicesProps {
  readonly user: UserDetail;
  readonly services: readonly ServiceRecord[];
}

function UserServices({ user, services }: UserServicesProps) {
  const { t } = useTranslation('console');
  const { username, acceptServiceIds, role } = user;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(acceptServiceIds));
  const [tracked] = useState(() =>
    trackAcceptedServices({
      initial: acceptServiceIds,
      save: async (body) => {
        await quietCall(adminUserApi.update, { params: { username }, body });
      },
      onChange: setChosen,
      onSaved: () => notifySuccess('done.updated'),
      onFailed: (error) => notifyFailure(error, 'failure.update'),
    }),
  );
  return (
    <section className="record-section" aria-label={t('users.services')}>
      <ServiceChecks legend={t('users.services')} services={services} chosen={chosen} onToggle={tracked.toggle} />
      {role === 'normal' && <p className="ui-quiet">{t('users.servicesOfNormal')}</p>}
    </section>
  );
}

function UserFacts({ user, isOwn }: { user: UserDetail; isOwn: boolean }) {
  const { t } = useTranslation('console');
  const { username, email, mfaEnabled, createdAt, updatedAt } = user;
  return (
    <Facts>
      <Fact name={t('users.username')}>
        <code className="record-id">{username}</code>
      </Fact>
      <Fact name={t('users.email')}>{email === '' ? NOTHING : <Address user={user} />}</Fact>
      <Fact name={t('users.role')}>
        <RoleSelect user={user} isOwn={isOwn} />
      </Fact>
      <Fact name={t('users.status')}>
        <UserStatus user={user} />
      </Fact>
      <Fact name={t('users.mfa')}>
        <Badge
          tone={mfaEnabled ? 'good' : 'quiet'}
          icon={mfaEnabled ? ShieldCheck : ShieldOff}
          text={t(mfaEnabled ? 'users.mfaOn' : 'users.mfaOff')}
        />
      </Fact>
      <Fact name={t('users.createdAt')}>
        <Time value={createdAt} />
      </Fact>
      <Fact name={t('users.updatedAt')}>
        <Time value={updatedAt} />
      </Fact>
    </Facts>
  );
}

function Address({ user: { email, emailVerified } }: { user: UserDetail }) {
  const { t } = useTranslation('console');
  return (
    <>
      <span>{email}</span>
      <Badge
        tone={emailVerified ? 'good' : 'waiting'}
        icon={emailVerified ? CircleCheck : CircleAlert}
        text={t(emailVerified ? 'users.verified' : 'users.unverified')}
      />
    </>
  );
}
