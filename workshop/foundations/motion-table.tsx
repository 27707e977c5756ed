import { Button } from '@app/ui/button';
import { VisuallyHidden } from '@app/ui/visually-hidden';
import { useState } from 'react';

import styles from './foundations.module.css';
import { tokensOf } from './token-sheets.ts';

/** Every duration, with something that moves for so long. */
export function MotionTable() {
  const [moved, setMoved] = useState(false);
  return (
    <div className={`sb-unstyled ${styles.scroll}`}>
      <div className={styles.play}>
        <Button size="small" variant="secondary" onClick={() => setMoved(!moved)}>
          Move
        </Button>
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Token</th>
            <th scope="col">Value</th>
            <th scope="col" className={styles.wide}>
              So fast
            </th>
          </tr>
        </thead>
        <tbody>
          {tokensOf('--time-').map(({ name, value }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td className={styles.figure}>{value}</td>
              <td>
                <VisuallyHidden>A dot that moves for {value}</VisuallyHidden>
                <span
                  className={styles.lane}
                  data-moved={moved || undefined}
                  ref={(lane) => lane?.style.setProperty('--time', `var(${name})`)}
                >
                  <span className={styles.runner} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
