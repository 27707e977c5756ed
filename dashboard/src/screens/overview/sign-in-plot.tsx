import { Button } from '@app/ui/button';
import { useState } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { later } from '#page/later.tsx';

import { axisStep, dayWords, partWords, parts, scaleTop, type DayOfSignIns } from './days-of.ts';
import styles from './overview.module.css';

const PlotTable = later(async () => (await import('./plot-table.tsx')).PlotTable);

/** Units of the picture: it is stretched to the width of its card, and its strokes are not. */
const height = 100;
const gap = 0.28;

/** `Sun, Nov 22` with its only break after the weekday. */
const twoLines = (words: string): string => {
  const [weekday = '', ...date] = words.split(' ');
  return `${weekday} ${date.join('\u00A0')}`;
};

/**
 * The sign-ins of each day as a stacked bar. Each part has a color and a pattern; a day is read by pointing at it or by
 * the arrow keys, and all of them as a table.
 */
export function SignInPlot({ days }: { days: readonly DayOfSignIns[] }) {
  const { t, formats } = useTexts('overview');
  const [asTable, setAsTable] = useState(false);
  /** How many days before the last one is read: another period keeps its day, or its first. */
  const [back, setBack] = useState(0);
  const at = Math.max(0, days.length - 1 - back);
  const setAt = (index: number): void => setBack(days.length - 1 - index);
  const total = (day: DayOfSignIns): number => parts.reduce((sum, part) => sum + day[part], 0);
  const top = scaleTop(Math.max(...days.map(total)));
  const chosen = days[at];
  const used = days.filter((day) => total(day) > 0);

  const wordsOf = (day: DayOfSignIns): string => {
    const counts = parts.map((part) => `${t(partWords(part))} ${formats.number(day[part])}`);
    return `${dayWords(day, formats.weekday)}: ${formats.list(counts)}`;
  };

  const [first] = used;
  if (!first) return <p className={styles.note}>{t('overview.plot.none')}</p>;
  // One bar beside nothing compares nothing.
  if (used.length === 1)
    return <p className={styles.note}>{t('overview.plot.few', { day: wordsOf(first) })}</p>;

  function move(key: string): boolean {
    const last = days.length - 1;
    const steps: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
    const next = steps[key];
    if (next === undefined) return false;
    setAt(Math.min(last, Math.max(0, next)));
    return true;
  }

  return (
    <>
      {asTable ? (
        <PlotTable days={days} />
      ) : (
        <div
          className={styles.chart}
          role="slider"
          tabIndex={0}
          aria-label={t('overview.plot.label', { days: days.length })}
          aria-valuemin={1}
          aria-valuemax={days.length}
          aria-valuenow={at + 1}
          aria-valuetext={chosen && wordsOf(chosen)}
          onKeyDown={(event) => {
            if (move(event.key)) event.preventDefault();
          }}
        >
          <div className={styles.scale} aria-hidden>
            {[top, top / 2, 0].map((value) => (
              <span key={value}>{formats.number(value)}</span>
            ))}
          </div>
          <svg viewBox={`0 0 ${days.length} ${height}`} preserveAspectRatio="none" aria-hidden>
            <path className={styles.grid} d={`M0 0h${days.length}M0 ${height / 2}h${days.length}`} />
            {days.map((day, index) => (
              <Bar
                key={day.day}
                day={day}
                index={index}
                top={top}
                isChosen={index === at}
                onPoint={() => setAt(index)}
              />
            ))}
          </svg>
          <div className={styles.axis} aria-hidden>
            {days.map((day, index) => (
              <span key={day.day}>
                {(days.length - 1 - index) % axisStep(days.length) === 0 &&
                  twoLines(dayWords(day, formats.weekday))}
              </span>
            ))}
          </div>
        </div>
      )}
      <div className={styles.legend}>
        {!asTable && chosen && <span className={styles.day}>{dayWords(chosen, formats.weekday)}</span>}
        {parts.map((part) => (
          <span key={part} className={styles.key} data-part={part}>
            {t(partWords(part))}
            {!asTable && chosen && <b>{formats.number(chosen[part])}</b>}
          </span>
        ))}
        <Button variant="quiet" size="xSmall" onClick={() => setAsTable(!asTable)}>
          {t(asTable ? 'overview.plot.chart' : 'overview.plot.table')}
        </Button>
      </div>
    </>
  );
}

function Bar({
  day,
  index,
  top,
  isChosen,
  onPoint,
}: {
  day: DayOfSignIns;
  index: number;
  top: number;
  isChosen: boolean;
  onPoint: () => void;
}) {
  const lengths = parts.map((part) => (day[part] / top) * height);
  return (
    <g onPointerEnter={onPoint} data-chosen={isChosen} className={styles.bar}>
      <rect x={index} y={0} width={1} height={height} className={styles.column} />
      {parts.map((part, place) => {
        const below = lengths.slice(0, place + 1).reduce((sum, length) => sum + length, 0);
        return (
          <rect
            key={part}
            x={index + gap / 2}
            y={height - below}
            width={1 - gap}
            height={lengths[place]}
            className={styles.part}
            data-part={part}
          />
        );
      })}
    </g>
  );
}
