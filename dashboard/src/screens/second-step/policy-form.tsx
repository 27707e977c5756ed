import { singleSignOnEndpoints, type Policy } from '@app/contract/dashboard/single-sign-on.ts';
import { Button } from '@app/ui/button';
import { RadioGroup } from '@app/ui/radio';
import { useState, type FormEvent } from 'react';

import { useChange } from '#calls/use-change.ts';
import { useDraft } from '#forms/use-draft.ts';
import { useTexts } from '#i18n/use-texts.ts';
import content from '#page/content.module.css';
import { later } from '#page/later.tsx';
import { useReopened } from '#page/use-reopened.ts';
import { useSay } from '#page/use-say.ts';

import styles from './second-step.module.css';

const WeakerQuestion = later(async () => (await import('./weaker-question.tsx')).WeakerQuestion);

const { changePolicy, readPolicy } = singleSignOnEndpoints;

export type SecondStep = Policy['secondStep'];
/** The safest first. */
export const choices: readonly SecondStep[] = ['always', 'unrecognised', 'off'];
const isWeaker = (one: SecondStep, other: SecondStep): boolean =>
  choices.indexOf(one) > choices.indexOf(other);

/** What was chosen and not saved, for the policy that was there then. */
type Choice = Pick<Policy, 'secondStep' | 'version'>;
const isChoice = (stored: unknown): stored is Choice | undefined =>
  typeof stored === 'object' && stored !== null && choices.includes((stored as Choice).secondStep);

/**
 * Choosing saves nothing, because the policy concerns everyone in the company. A weaker choice is confirmed in a dialog
 * that shows its effect, also as the Undo of a stronger one.
 *
 * @param concerned how many people the choice concerns
 */
export function PolicyForm({ policy, concerned }: { policy: Policy; concerned: number }) {
  const { t } = useTexts('second-step');
  const say = useSay();
  const { change, running } = useChange(changePolicy, { changes: [readPolicy] });
  const [saved, setSaved] = useState(policy);
  const present = saved.version > policy.version ? saved : policy;
  const draft = useDraft<Choice | undefined>('second-step', undefined, isChoice);
  const [asking, setAsking] = useReopened('second-step.weaker');
  // Someone else's change of the policy replaces the draft.
  const chosen = draft.value?.version === present.version ? draft.value.secondStep : present.secondStep;

  async function save({ secondStep, version }: Choice, before: SecondStep): Promise<void> {
    const outcome = await change({ body: { secondStep, version } });
    if (!outcome.ok) return say.failed(outcome.failure);
    const { answer } = outcome;
    setSaved(answer);
    draft.clear();
    const undone = { secondStep: before, version: answer.version };
    say.done(
      t('second-step.saved', {
        now: t(`second-step.names.${secondStep}`),
        before: t(`second-step.names.${before}`),
      }),
      {
        undo() {
          if (!isWeaker(before, secondStep)) return void save(undone, secondStep);
          draft.set(undone);
          setAsking(true);
        },
      },
    );
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (running || chosen === present.secondStep) return;
    if (isWeaker(chosen, present.secondStep)) setAsking(true);
    else void save({ secondStep: chosen, version: present.version }, present.secondStep);
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <RadioGroup
        label={t('second-step.label')}
        variant="card"
        value={chosen}
        aria-busy={running}
        options={choices.map((value) => ({
          value,
          label: t(`frame.values.${value}`),
          description: t(`second-step.choices.${value}`),
        }))}
        onChange={(secondStep) => draft.set({ secondStep, version: present.version })}
      />
      <div className={content.actions}>
        <Button type="submit" size="small" loading={running} disabled={chosen === present.secondStep}>
          {t('frame.save')}
        </Button>
        <p role="status" className={content.note}>
          {chosen !== present.secondStep &&
            t('second-step.unsaved', { now: t(`second-step.names.${present.secondStep}`) })}
        </p>
      </div>
      {chosen !== 'always' && (
        <WeakerQuestion
          choice={chosen}
          concerned={concerned}
          open={asking}
          onOpenChange={setAsking}
          onConfirm={() => save({ secondStep: chosen, version: present.version }, present.secondStep)}
        />
      )}
    </form>
  );
}
