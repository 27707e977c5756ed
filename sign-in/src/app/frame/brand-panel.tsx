import styles from './brand-panel.module.css';

/** One call on the panel. The words are decoration, yet come from the app: they are in the page's language. */
export type PanelCard = {
  initials: string;
  name: string;
  detail: string;
  /** `live` shows moving bars; the others a chip in the colour of that call status. */
  state: 'live' | 'answered' | 'callback';
  /** Text of the chip; for `live`, how long the call has lasted. */
  stateLabel: string;
};

/** Half the height of each bar of a voice, in units of its picture: a calm rise and fall. */
const voice = [2, 4, 7, 5, 9, 12, 8, 4, 6, 11, 14, 10, 6, 9, 13, 8, 5, 3, 6, 10, 7, 4, 8, 5, 3, 2];
/** Rings of a spreading tone, in units of their picture; each is thinner than the one inside it. */
const rings = [70, 140, 222, 316, 422];

/** The coloured half of a wide page: decoration alone, so it is hidden from screen readers. */
export function BrandPanel({ title, cards }: { title: string; cards: readonly PanelCard[] }) {
  return (
    <div className={styles.panel} aria-hidden="true">
      <svg className={styles.rings} viewBox="-440 -440 880 880" fill="none" stroke="currentColor">
        {rings.map((radius, index) => (
          <circle key={radius} r={radius} strokeWidth={2.6 - index * 0.4} />
        ))}
      </svg>
      <p className={styles.title}>{title}</p>
      <div className={styles.cards}>
        {cards.map((card) => (
          <Card key={card.name} card={card} />
        ))}
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
        <svg className={styles.voice} viewBox="0 0 206 30" preserveAspectRatio="none" fill="currentColor">
          {voice.map((half, index) => (
            <rect key={index} x={index * 8} y={15 - half} width="3" height={half * 2} rx="1.5" />
          ))}
        </svg>
      ) : null}
    </div>
  );
}
