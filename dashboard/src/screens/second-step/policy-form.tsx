import { singleSignOnEndpoints, type Policy } from '@app/contract/dashboard/single-sign-on.ts';
import { providerSteps } from '@app/contract/fields/vocabulary.ts';
import { Button } from '@app/ui/button';
import { RadioGroup } from '@app/ui/radio';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { navigate } from 'wouter/use-browser-location';

import { useChange } from '#calls/use-change.ts';
import { useDraft } from '#forms/use-draft.ts';
import { useTexts } from '#i18n/use-texts.ts';
import content from '#page/content.module.css';
import { later, usePreload } from '#page/later.tsx';
import { useReopened } from '#page/use-reopened.ts';
import { useSay } from '#page/use-say.ts';
import { writeDraft } from '#session/drafts.ts';
import { useAppearedAt, usePerson } from '#session/use-session.ts';

import { FactorChoice } from './factor-choice.tsx';
import { choices, differences, isChoice, providerStepOf, questionsOf, type Choice } from './policy-choice.ts';
import styles from './second-step.module.css';

const loadQuestion = async () => (await import('./policy-question.tsx')).PolicyQuestion;
const PolicyQuestion = later(loadQuestion);

const { changePolicy, readPolicy, readPolicyEffect } = singleSignOnEndpoints;

const questionName = 'second-step.question';

/**
 * Choosing saves nothing, because the policy concerns everyone in the company. A choice that is weaker, or asks people
 * for a factor, is confirmed in a dialog that shows its effect, also as the Undo of another one.
 *
 * @param concerned how many people the choice concerns
 */
export function PolicyForm({ policy, concerned }: { policy: Policy; concerned: number }) {
  usePreload(loadQuestion);
  const { t } = useTexts('second-step');
  const factsOf = useFacts();
  const say = useSay();
  const { change, running } = useChange(changePolicy, { changes: [readPolicy, readPolicyEffect] });
  const [saved, setSaved] = useState(policy);
  const present = saved.version > policy.version ? saved : policy;
  const draft = useDraft<Choice | undefined>('second-step', undefined, isChoice);
  // Someone else's change of the policy replaces the draft.
  const chosen = draft.value?.version === present.version ? draft.value : present;
  const [asking, setAsking] = useReopened(questionName);
  const { userId } = usePerson();
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => void (left.current = true);
  }, []);
  /** What is asked about: it stays while the dialog closes. */
  const [asked, setAsked] = useState(asking ? { next: chosen, before: present } : undefined);
  const differs = differences(chosen, present);
  const isNew = Object.values(differs).includes(true);

  async function save(next: Choice, before: Policy): Promise<void> {
    const { secondStep, factorFrom = null, providerStep = 'never', version } = next;
    const sent = secondStep === 'off' ? undefined : differences(next, before);
    const outcome = await change({
      body: {
        secondStep,
        ...(sent?.factor && { factorFrom }),
        ...(sent?.provider && { providerStep }),
        version,
      },
    });
    if (!outcome.ok) return say.failed(outcome.failure);
    const { answer } = outcome;
    setSaved(answer);
    draft.clear();
    const { factor, provider } = differences(answer, before);
    const words = { now: factsOf(answer, before), before: factsOf(before, answer) };
    say.done(factor || provider ? t('second-step.factor.saved', words) : t('second-step.saved', words), {
      undo: () => confirm({ ...before, version: answer.version }, answer),
    });
  }

  /** Saves it, or asks before. */
  function confirm(next: Choice, before: Policy): void {
    if (questionsOf(next, before).length === 0) return void save(next, before);
    draft.set(choiceOf(next));
    if (left.current) {
      // The Undo of a screen that was left: it asks there.
      writeDraft(userId, questionName, true);
      navigate('/dashboard/second-step');
      return;
    }
    setAsked({ next, before });
    setAsking(true);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!running && isNew) confirm(chosen, present);
  }

  const choose = (facts: Partial<Choice>): void => draft.set(choiceOf({ ...chosen, ...facts }));
  return (
    <form className={styles.form} onSubmit={submit}>
      <RadioGroup
        label={t('second-step.label')}
        variant="card"
        value={chosen.secondStep}
        aria-busy={running}
        options={choices.map((value) => ({
          value,
          label: t(`frame.values.${value}`),
          description: t(`second-step.choices.${value}`),
        }))}
        onChange={(secondStep) => choose({ secondStep })}
      />
      {chosen.secondStep !== 'off' && (
        <>
          <FactorChoice
            from={chosen.factorFrom}
            saved={present.factorFrom}
            onChange={(factorFrom) => choose({ factorFrom })}
          />
          <RadioGroup
            label={t('second-step.provider.label')}
            variant="card"
            value={providerStepOf(chosen)}
            options={providerSteps.map((value) => ({
              value,
              label: t(`second-step.provider.choices.${value}`),
              description: t(`second-step.provider.descriptions.${value}`),
            }))}
            onChange={(providerStep) => choose({ providerStep })}
          />
        </>
      )}
      <div className={content.actions}>
        <Button type="submit" size="small" loading={running} disabled={!isNew}>
          {t('frame.save')}
        </Button>
        <p role="status" className={content.note}>
          {isNew && t('second-step.unsaved', { now: factsOf(present, chosen) })}
        </p>
      </div>
      {asked && (
        <PolicyQuestion
          {...asked}
          concerned={concerned}
          open={asking}
          onOpenChange={setAsking}
          onConfirm={() => save(asked.next, asked.before)}
        />
      )}
    </form>
  );
}

/** Of a policy, what a choice has. */
const choiceOf = ({ secondStep, factorFrom, providerStep, version }: Choice): Choice => ({
  secondStep,
  ...(providerStep !== undefined && { providerStep }),
  ...(factorFrom !== undefined && { factorFrom }),
  version,
});

/** The words of what differs from another choice. */
function useFacts(): (choice: Choice, from: Choice) => string {
  const { t, formats } = useTexts('second-step');
  const now = useAppearedAt();
  return (choice, from) => {
    const { secondStep, factorFrom } = choice;
    const { when, factor, provider } = differences(choice, from);
    const words = when ? [t(`second-step.names.${secondStep}`)] : [];
    if (factor && secondStep !== 'off') {
      const day = formats.date(factorFrom ?? 0);
      const name = factorFrom === undefined ? 'any' : factorFrom > now ? 'from' : 'since';
      words.push(t(`second-step.factor.names.${name}`, { day }));
    }
    if (provider && secondStep !== 'off')
      words.push(t(`second-step.provider.names.${providerStepOf(choice)}`));
    return words.join(', ');
  };
}
