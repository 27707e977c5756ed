import { useEffect, useRef } from 'react';

import type { Translate } from '#i18n/use-texts.ts';

import styles from './brand-panel.module.css';

/** One call on the panel. Its words are decoration, but in the page's language, so the app passes them. */
export type PanelCard = {
  initials: string;
  name: string;
  detail: string;
  /** `live` shows animated bars; the others show a chip in the colour of that call status. */
  state: 'live' | 'answered' | 'callback';
  /** Text of the chip; for `live`, how long the call has lasted. */
  stateLabel: string;
};

/**
 * Half the height of each bar of the voice, in units of its picture. Every fourth bar belongs to the same path, and the
 * four paths are animated one after another to look like speech.
 */
const voice = [
  1, 2, 4, 3, 6, 9, 5, 3, 7, 11, 8, 4, 2, 5, 10, 13, 9, 6, 11, 7, 3, 2, 4, 8, 12, 9, 5, 7, 13, 10, 6, 3, 5, 9,
  6, 3, 2, 4, 7, 10, 6, 4, 8, 5, 3, 2, 3, 1,
];
const voicePaths = [0, 1, 2, 3].map((offset) =>
  voice
    .map((half, index) => (index % 4 === offset ? `M${index * 6 + 2} ${15 - half}v${half * 2}` : ''))
    .join(''),
);
/**
 * Radii of the rings of a sound, in units of their picture; each ring is thinner than the one inside it. The picture is
 * as high as the space under the title and contains the widest ring, so no ring reaches the title.
 */
const rings = [70, 140, 222, 316, 422];

/**
 * The coloured half of a wide page. It is decoration, so it is hidden from screen readers. The service finds the title
 * in a prerendered page by `data-slogan` (`build/document.ts`).
 */
export function BrandPanel({ title, cards }: { title: string; cards: readonly PanelCard[] }) {
  const panel = useRef<HTMLDivElement>(null);
  // Not before hydration, so that the pictures and their animation cost no start-up time.
  useEffect(() => {
    if (panel.current) panel.current.dataset['complete'] = '';
  }, []);
  return (
    <div ref={panel} className={styles.panel} aria-hidden="true">
      {title === '' ? null : (
        <p className={styles.title} data-slogan="">
          {title}
        </p>
      )}
      <div className={styles.stage}>
        <svg className={styles.rings} viewBox="-424 -424 848 600" fill="none" stroke="currentColor">
          {rings.map((radius, index) => (
            <circle key={radius} r={radius} strokeWidth={2.6 - index * 0.4} />
          ))}
        </svg>
        <div className={styles.cards}>
          {cards.map((card) => (
            <Card key={card.name} card={card} />
          ))}
        </div>
      </div>
    </div>
  );
}

function Card({ card }: { card: PanelCard }) {
  const live = card.state === 'live';
  return (
    <div className={styles.card} data-state={card.state}>
      <span className={styles.avatar}>{card.initials}</span>
      <span className={styles.who}>
        <b>{card.name}</b>
        <span>{card.detail}</span>
      </span>
      <span className={styles.chip}>{card.stateLabel}</span>
      {live ? (
        <svg
          className={styles.voice}
          viewBox="0 0 286 30"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
        >
          {voicePaths.map((path) => (
            <path key={path} d={path} vectorEffect="non-scaling-stroke" />
          ))}
        </svg>
      ) : null}
    </div>
  );
}

/** The calls on the brand panel, which is decoration: the people are invented. */
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
