import { userEndpoints, type UserDetails } from '@app/contract/dashboard/users.ts';
import { personName } from '@app/contract/fields/shown-name.ts';
import { fieldProblems } from '@app/contract/fields/fields.ts';
import * as v from 'valibot';

import { useChange } from '#calls/use-change.ts';
import type { TextKey } from '#i18n/text-key.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { Failed } from '#page/page-states.tsx';
import { useSay } from '#page/use-say.ts';

import { FieldDialog } from './field-dialog.tsx';

const rules = v.object({ name: personName });
const words: Partial<Record<string, TextKey<'me' | 'frame'>>> = {
  is_required: 'frame.confirmSignIn.required',
  is_too_long: 'me.profile.tooLong',
};

/** Changes a person's name, by the rules that the person has under My account. */
export function RenameDialog({ user: { id, name, version } }: { user: UserDetails }) {
  const { t } = useTexts<'people' | 'me'>();
  const say = useSay();
  const { change, running, failure } = useChange(userEndpoints.renameUser);
  const problemOf = (problem: string) => ({ problem: t(words[problem] ?? 'me.fields.invalid') });

  async function send(typed: string) {
    const found = fieldProblems(rules, { name: typed }).name;
    if (found !== undefined) return problemOf(found);
    const rename = (seen: number) => change({ params: { userId: id }, body: { name: typed, version: seen } });
    let outcome = await rename(version);
    if (!outcome.ok && outcome.failure.kind === 'changedMeanwhile') {
      // Something else was changed, such as the role: this change does not undo it.
      const present = outcome.failure.present as UserDetails;
      if (present.name === name) outcome = await rename(present.version);
    }
    if (!outcome.ok)
      return outcome.failure.kind === 'invalid'
        ? problemOf(outcome.failure.fields['name']?.[0] ?? '')
        : undefined;
    say.done(t('people.rename.done'));
    return 'done';
  }

  return (
    <FieldDialog
      name={`people.name.${id}`}
      trigger={{
        size: 'xSmall',
        'aria-label': t('people.person.changeOf', { what: t('frame.fields.name') }),
        children: t('people.person.change'),
      }}
      heading={t('people.rename.title')}
      description={t('people.rename.text')}
      confirm={t('frame.save')}
      field={{ label: t('frame.fields.name'), name: 'name', autoComplete: 'off', required: true }}
      initial={name}
      failure={
        failure &&
        failure.kind !== 'invalid' && (
          <Failed
            failure={failure}
            words={failure.kind === 'changedMeanwhile' ? t('people.rename.changed', { name }) : undefined}
          />
        )
      }
      running={running}
      send={send}
    />
  );
}
