import { breakpoints } from '@app/ui/breakpoints';
import { Button } from '@app/ui/button';
import { VisuallyHidden } from '@app/ui/visually-hidden';
import { useState, type ReactNode } from 'react';

import styles from './foundations.module.css';
import { pixels, tokensOf, type Token } from './token-sheets.ts';

type ScaleTableProps = {
  /** The beginning of the tokens' names: `--space-`. */
  prefix: string;
  /** What a value looks like. */
  shape: 'length' | 'height' | 'radius' | 'none';
};

/** Every token of a scale, with its value as it is written and drawn. */
export function ScaleTable({ prefix, shape }: ScaleTableProps) {
  return (
    <div className={`sb-unstyled ${styles.scroll}`}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Token</th>
            <th scope="col">Value</th>
            {shape === 'none' ? null : (
              <>
                <th scope="col" className={styles.figure}>
                  px
                </th>
                <th scope="col" className={styles.wide}>
                  Size
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {tokensOf(prefix).map((token) => (
            <tr key={token.name}>
              <th scope="row">
                <code>{token.name}</code>
              </th>
              <td>
                <code>{token.value}</code>
              </td>
              {shape === 'none' ? null : (
                <>
                  <td className={styles.figure}>{pixels(token.value)}</td>
                  <td className={styles.bar}>
                    <Shape token={token} shape={shape} />
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Shape({ token, shape }: { token: Token; shape: 'length' | 'height' | 'radius' }) {
  const size = pixels(token.value);
  const [width, height] = shape === 'length' ? [size, 12] : shape === 'height' ? [96, size] : [72, 48];
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {shape === 'length' ? (
        <rect width={width} height={height} fill="currentColor" />
      ) : (
        <rect
          x="1"
          y="1"
          width={width - 2}
          height={height - 2}
          rx={shape === 'radius' ? Math.min(size, height / 2) : 8}
          fill="none"
          stroke="currentColor"
        />
      )}
    </svg>
  );
}

type FigureTableProps = {
  headings: readonly [name: string, figure: string, shown: string];
  rows: readonly { name: string; figure: string | number; shown: ReactNode }[];
  /** Above the table. */
  children?: ReactNode;
};

/** Names, each with its figure and what it looks like. */
function FigureTable({ headings: [name, figure, shown], rows, children }: FigureTableProps) {
  return (
    <div className={`sb-unstyled ${styles.scroll}`}>
      {children}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{name}</th>
            <th scope="col">{figure}</th>
            <th scope="col" className={styles.wide}>
              {shown}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">
                <code>{row.name}</code>
              </th>
              <td className={styles.figure}>{row.figure}</td>
              <td>{row.shown}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The widths of the window from which a layout changes. */
export function BreakpointTable() {
  const rows = Object.entries(breakpoints).map(([name, from]) => ({
    name,
    figure: from,
    shown: (
      <>
        <code>{`@media (min-width: ${from}px)`}</code> or <code>{`(max-width: ${from - 0.02}px)`}</code>
      </>
    ),
  }));
  return <FigureTable headings={['Name', 'From', 'In a style sheet']} rows={rows} />;
}

/** Every size of text, with a line of it. */
export function TypeTable() {
  const rows = tokensOf('--type-').map(({ name, value }) => ({
    name,
    figure: value.split('/').map(pixels).join(' / '),
    shown: (
      <div
        className={styles.sample}
        ref={(sample) => sample?.style.setProperty('font', `400 var(${name}) var(--font)`)}
      >
        14 calls are waiting
      </div>
    ),
  }));
  return <FigureTable headings={['Token', 'Size / line', 'Sample']} rows={rows} />;
}

/** Every duration, with something that moves for so long. */
export function MotionTable() {
  const [moved, setMoved] = useState(false);
  const rows = tokensOf('--time-').map(({ name, value }) => ({
    name,
    figure: value,
    shown: (
      <>
        <VisuallyHidden>A dot that moves for {value}</VisuallyHidden>
        <span
          className={styles.lane}
          data-moved={moved || undefined}
          ref={(lane) => lane?.style.setProperty('--time', `var(${name})`)}
        >
          <span className={styles.runner} />
        </span>
      </>
    ),
  }));
  return (
    <FigureTable headings={['Token', 'Value', 'So fast']} rows={rows}>
      <div className={styles.play}>
        <Button size="small" variant="secondary" onClick={() => setMoved(!moved)}>
          Move
        </Button>
      </div>
    </FigureTable>
  );
}
