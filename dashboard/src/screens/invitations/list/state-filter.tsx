import { invitationStates } from '@app/contract/dashboard/invitations.ts';
import { signInLogEndpoints } from '@app/contract/dashboard/sign-in-log.ts';
import { NativeSelect } from '@app/ui/native-select';

import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';

type InvitationState = (typeof invitationStates)[number];

/** Chooses the state, each with how many invitations are in it. */
export function StateFilter({
  value,
  onChange,
}: {
  value: InvitationState | undefined;
  onChange: (state: InvitationState | undefined) => void;
}) {
  const { t } = useTexts('invitations');
  const counts = useCounts();
  return (
    <NativeSelect
      label={t('frame.fields.status')}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChange(invitationStates.find((each) => each === currentTarget.value))
      }
      options={[
        { value: '', label: t('invitations.state.all') },
        ...invitationStates.map((state) => ({
          value: state,
          label: `${t(`invitations.state.${state}`)}${counts[state] ?? ''}`,
        })),
      ]}
    />
  );
}

/** How many invitations wait and have expired, as ` (28)`: the read by which the navigation counts them. */
function useCounts(): { readonly [State in InvitationState]?: string } {
  const { formats } = useTexts();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const { answer } = useRead(signInLogEndpoints.readOverview, { query: { timeZone } });
  if (!answer) return {};
  const { invitationsWaiting, invitationsExpired } = answer;
  return {
    waiting: ` (${formats.number(invitationsWaiting)})`,
    expired: ` (${formats.number(invitationsExpired)})`,
  };
}
