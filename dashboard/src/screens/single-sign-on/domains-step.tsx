import { singleSignOnEndpoints, type Domain } from '@app/contract/dashboard/single-sign-on.ts';
import { fieldProblems } from '@app/contract/fields/fields.ts';
import { Button } from '@app/ui/button';
import { TextField } from '@app/ui/text-field';
import { useRef, useState, type FormEvent } from 'react';
import * as v from 'valibot';

import type { CallFailure } from '#calls/dashboard-client.ts';
import { useChange } from '#calls/use-change.ts';
import { useDraft } from '#forms/use-draft.ts';
import type { TextKey } from '#i18n/text-key.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { Failed } from '#page/page-states.tsx';
import { Rows } from '#page/rows.tsx';

import { DomainRow } from './domain-row.tsx';
import styles from './single-sign-on.module.css';
import { Step } from './step.tsx';

const { addDomain, listDomains } = singleSignOnEndpoints;

const words: Partial<Record<string, TextKey<'single-sign-on'>>> = {
  is_required: 'single-sign-on.domains.required',
  is_too_long: 'single-sign-on.domains.invalid',
  is_public_mail: 'single-sign-on.domains.publicMail',
  is_public_suffix: 'single-sign-on.domains.publicSuffix',
  too_many: 'single-sign-on.domains.tooMany',
};
const wordsOf = (problem: string): TextKey<'single-sign-on'> =>
  words[problem] ?? 'single-sign-on.domains.invalid';

/** The field's own refusals; every other failure is shown above the form. */
function problemIn(failure: CallFailure | undefined): TextKey<'single-sign-on'> | undefined {
  if (failure?.kind === 'invalid') return wordsOf(failure.fields['domain']?.[0] ?? '');
  if (failure?.kind === 'refused') return 'single-sign-on.domains.claimedElsewhere';
  return undefined;
}

/** Step 1: the company's domains, each proven by a DNS record. */
export function DomainsStep({
  domains,
  onMissed,
}: {
  domains: readonly Domain[];
  /** A look-up did not find the record: the records that it found instead are read again. */
  onMissed: () => void;
}) {
  const { t } = useTexts('single-sign-on');
  const done = domains.some(({ state }) => state === 'verified');
  return (
    <Step
      number={1}
      heading={t('single-sign-on.domains.title')}
      lead={t('single-sign-on.domains.lead')}
      done={done}
    >
      {domains.length > 0 && (
        <Rows>
          {domains.map((domain) => (
            <DomainRow key={domain.domain} domain={domain} onMissed={onMissed} />
          ))}
        </Rows>
      )}
      <AddDomain domains={domains} />
    </Step>
  );
}

function AddDomain({ domains }: { domains: readonly Domain[] }) {
  const first = domains.length === 0;
  const { t } = useTexts('single-sign-on');
  const { change, running, failure } = useChange(addDomain, { changes: [listDomains] });
  const draft = useDraft('domain', '', (stored) => typeof stored === 'string');
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const refused = problemIn(failure);
  const shown = problem ?? (refused && t(refused));

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (running) return;
    const body = { domain: draft.value };
    const found = fieldProblems(addDomain.body, body)['domain'];
    const read = v.safeParse(addDomain.body, body);
    const present = domains.find(({ domain }) => read.success && domain === read.output.domain);
    setProblem(
      present
        ? t('single-sign-on.domains.present', { domain: present.unicode ?? present.domain })
        : found && t(wordsOf(found)),
    );
    if (found === undefined && !present && (await change({ body })).ok) {
      draft.clear();
      if (field.current) field.current.value = '';
    } else field.current?.focus();
  }

  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      {failure && !refused && <Failed failure={failure} />}
      <div className={styles.oneField}>
        <TextField
          ref={field}
          label={t('single-sign-on.domains.label')}
          hint={first ? t('single-sign-on.domains.hint') : undefined}
          error={shown}
          name="domain"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          // What is typed while it is added would be lost.
          readOnly={running}
          defaultValue={draft.value}
          onChange={(event) => {
            draft.set(event.target.value);
            setProblem(undefined);
          }}
        />
        <Button type="submit" variant={first ? 'primary' : 'secondary'} size="regular" loading={running}>
          {t('single-sign-on.domains.add')}
        </Button>
      </div>
    </form>
  );
}
