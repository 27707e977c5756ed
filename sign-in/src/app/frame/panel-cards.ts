/** The calls on the brand panel, which is decoration: the people are invented. */
import type { Translate } from '#i18n/use-texts.ts';

import type { PanelCard } from './brand-panel.tsx';

export const panelCards = (t: Translate): readonly PanelCard[] => [
  { initials: 'AM', name: 'Ada Moreau', detail: t('panel.sales'), state: 'live', stateLabel: '02:41' },
  {
    initials: 'JB',
    name: 'Jonas Berg',
    detail: t('panel.support'),
    state: 'answered',
    stateLabel: t('panel.answered'),
  },
  {
    initials: 'LR',
    name: 'Lucía Ruiz',
    detail: t('panel.callbackAt'),
    state: 'callback',
    stateLabel: t('panel.callback'),
  },
];
