import { breakpoints } from '@app/ui/breakpoints';

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

/** The widths of the window from which a layout changes. */
export function BreakpointTable() {
  return (
    <div className={`sb-unstyled ${styles.scroll}`}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">From</th>
            <th scope="col" className={styles.wide}>
              In a style sheet
            </th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(breakpoints).map(([name, from]) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td className={styles.figure}>{from}</td>
              <td>
                <code>{`@media (min-width: ${from}px)`}</code> or{' '}
                <code>{`(max-width: ${from - 0.02}px)`}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Every size of text, with a line of it. */
export function TypeTable() {
  return (
    <div className={`sb-unstyled ${styles.scroll}`}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Token</th>
            <th scope="col">Size / line</th>
            <th scope="col" className={styles.wide}>
              Sample
            </th>
          </tr>
        </thead>
        <tbody>
          {tokensOf('--type-').map(({ name, value }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td className={styles.figure}>{value.split('/').map(pixels).join(' / ')}</td>
              <td>
                <div
                  className={styles.sample}
                  ref={(sample) => sample?.style.setProperty('font', `400 var(${name}) var(--font)`)}
                >
                  14 calls are waiting
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
