import { contrast } from '@app/ui/brand';
import {
  groundTokens,
  partPairs,
  readColors,
  textPairs,
  type ColorPair,
  type ColorToken,
  type Theme,
} from '@app/ui/color-tokens';

import styles from './foundations.module.css';
import { sheets } from './token-sheets.ts';

const themes = ['light', 'dark'] as const;
const colors = new Map(sheets.flatMap(({ css }) => readColors(css)).map((color) => [color.name, color]));
const valueOf = (name: string, theme: Theme) => colors.get(name)?.[theme] ?? '#000000';
const shortened = (name: string) => name.replace(/^--/, '');

/** Every opaque colour of one style sheet, in both themes, with its contrast to each of the five grounds. */
export function ColorTable({ file }: { file: (typeof sheets)[number]['file'] }) {
  const css = sheets.find((sheet) => sheet.file === file)?.css ?? '';
  return (
    <div className={`sb-unstyled ${styles.scroll}`}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Token</th>
            <th scope="col">Theme</th>
            <th scope="col">Value</th>
            {groundTokens.map((ground) => (
              <th key={ground} scope="col" className={styles.figure}>
                {shortened(ground)}
              </th>
            ))}
          </tr>
        </thead>
        {readColors(css).map((color) => (
          <ColorRows key={color.name} color={color} />
        ))}
      </table>
    </div>
  );
}

function ColorRows({ color }: { color: ColorToken }) {
  return (
    <tbody>
      {themes.map((theme) => (
        <tr key={theme}>
          {theme === 'light' ? (
            <th scope="rowgroup" rowSpan={2}>
              <code>{color.name}</code>
            </th>
          ) : null}
          <td>{theme}</td>
          <td>
            <span className={styles.value}>
              <Swatch color={color[theme]} ground={valueOf('--bg-surface', theme)} />
              <code>{color[theme]}</code>
            </span>
          </td>
          {groundTokens.map((ground) => (
            <td key={ground} className={styles.figure}>
              {contrast(color[theme], valueOf(ground, theme)).toFixed(2)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

/** The colour on the surface of its theme. */
function Swatch({ color, ground }: { color: string; ground: string }) {
  return (
    <svg className={styles.swatch} width="40" height="24" viewBox="0 0 40 24" aria-hidden="true">
      <rect width="40" height="24" rx="6" fill={ground} />
      <rect x="4" y="4" width="32" height="16" rx="4" fill={color} />
    </svg>
  );
}

/** How many pairs are held to which contrast, and the lowest figure of each theme. */
export function ContrastSummary() {
  return (
    <div className={`sb-unstyled ${styles.scroll}`}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Pairs</th>
            <th scope="col">Theme</th>
            <th scope="col" className={styles.figure}>
              At least
            </th>
            <th scope="col" className={styles.figure}>
              Lowest
            </th>
            <th scope="col" className={styles.wide}>
              Where
            </th>
          </tr>
        </thead>
        <tbody>
          {themes.flatMap((theme) => [
            <SummaryRow key={`text ${theme}`} name="texts" theme={theme} pairs={textPairs} wanted={4.5} />,
            <SummaryRow key={`part ${theme}`} name="parts" theme={theme} pairs={partPairs} wanted={3} />,
          ])}
        </tbody>
      </table>
    </div>
  );
}

type SummaryRowProps = { name: string; theme: Theme; pairs: readonly ColorPair[]; wanted: number };

function SummaryRow({ name, theme, pairs, wanted }: SummaryRowProps) {
  const [worst] = pairs
    .map(([front, ground]) => ({
      front,
      ground,
      ratio: contrast(valueOf(front, theme), valueOf(ground, theme)),
    }))
    .toSorted((a, b) => a.ratio - b.ratio);
  return (
    <tr>
      <th scope="row">
        {pairs.length} {name}
      </th>
      <td>{theme}</td>
      <td className={styles.figure}>{wanted.toFixed(2)}</td>
      <td className={styles.figure}>{worst?.ratio.toFixed(2)}</td>
      <td>
        <code>{shortened(worst?.front ?? '')}</code> on <code>{shortened(worst?.ground ?? '')}</code>
      </td>
    </tr>
  );
}
