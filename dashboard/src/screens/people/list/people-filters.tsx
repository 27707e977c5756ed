import { accountStatuses, roles, secondSteps } from '@app/contract/dashboard/users.ts';
import { strategies } from '@app/contract/fields/vocabulary.ts';
import { ActionMenu, ActionMenuRadio, ActionMenuRadioGroup, ActionMenuSubmenu } from '@app/ui/action-menu';
import { Button } from '@app/ui/button';
import { CloseIcon, Icon } from '@app/ui/icons/icon';

import type { TextKey } from '#i18n/text-key.ts';
import { useTexts } from '#i18n/use-texts.ts';
import styles from '#screens/people/people.module.css';

/** What the list can be filtered by, and the values of each. */
export const peopleFilters = {
  status: accountStatuses,
  method: strategies,
  secondStep: secondSteps,
  role: roles,
} as const;

export type FilterName = keyof typeof peopleFilters;
type Chosen = { readonly [Name in FilterName]?: string };

const names = ['status', 'method', 'secondStep', 'role'] as const;
const wordsOf = (value: string): TextKey<'frame'> => `frame.values.${value}` as TextKey<'frame'>;

/** A menu to choose filters from, and the chosen ones, each with a button that removes it. */
export function PeopleFilters({
  chosen,
  onChange,
}: {
  chosen: Chosen;
  onChange: (name: FilterName, value: string | undefined) => void;
}) {
  const { t } = useTexts('people');
  return (
    <>
      <ActionMenu
        trigger={
          <Button variant="secondary" size="small" icon={<FilterIcon />}>
            {t('people.filters.add')}
          </Button>
        }
      >
        {names.map((name) => (
          <ActionMenuSubmenu key={name} label={t(`frame.fields.${name}`)}>
            <ActionMenuRadioGroup
              label={t(`frame.fields.${name}`)}
              value={chosen[name] ?? ''}
              onValueChange={(value) => onChange(name, value === '' ? undefined : value)}
            >
              <ActionMenuRadio value="">{t('people.filters.any')}</ActionMenuRadio>
              {peopleFilters[name].map((value) => (
                <ActionMenuRadio key={value} value={value}>
                  {t(wordsOf(value))}
                </ActionMenuRadio>
              ))}
            </ActionMenuRadioGroup>
          </ActionMenuSubmenu>
        ))}
      </ActionMenu>
      {names.map((name) => {
        const value = chosen[name];
        if (value === undefined) return null;
        const words = { filter: t(`frame.fields.${name}`), value: t(wordsOf(value)) };
        return (
          <Button
            key={name}
            variant="secondary"
            size="small"
            className={styles.chip}
            aria-label={t('people.filters.remove', words)}
            onClick={() => onChange(name, undefined)}
          >
            <span className={styles.quiet}>{words.filter}</span> {words.value}
            <CloseIcon />
          </Button>
        );
      })}
    </>
  );
}

function FilterIcon() {
  return (
    <Icon size={16}>
      <path d="M3.5 5.5h13M6 10h8M8.5 14.5h3" />
    </Icon>
  );
}
