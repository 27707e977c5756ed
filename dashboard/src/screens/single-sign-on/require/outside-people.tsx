import { singleSignOnEndpoints } from '@app/contract/dashboard/single-sign-on.ts';
import { Banner } from '@app/ui/banner';

import { useCalls } from '#calls/calls-context.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { NamedPeople } from '#lists/named-people.tsx';

import type { PolicyEffect } from '#screens/single-sign-on/set-up.ts';

const { readPolicyEffect } = singleSignOnEndpoints;

/** Who could no longer log in, by name. */
export function OutsidePeople({
  effect: { outsideDomains, outsidePeople = [] },
  keeper,
}: {
  effect: PolicyEffect;
  keeper: string | null;
}) {
  const { t } = useTexts('single-sign-on');
  const { client } = useCalls();
  if (outsideDomains === 0) return null;
  return (
    <Banner variant="critical">
      <NamedPeople
        title={t('single-sign-on.require.outside', { count: outsideDomains })}
        total={outsideDomains}
        people={outsidePeople}
        readAfter={async (outsideAfter) => {
          const query = { outsideAfter, ...(keeper !== null && { breakGlassUserId: keeper }) };
          const outcome = await client.call(readPolicyEffect, { query });
          return outcome.ok ? { ok: true, answer: outcome.answer.outsidePeople ?? [] } : outcome;
        }}
      />
    </Banner>
  );
}
