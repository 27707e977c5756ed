import { useEffect, useState, type ComponentType } from 'react';
import type { VirtualRowsProps } from './virtual-rows.tsx';

type Loaded = ComponentType<VirtualRowsProps> | 'loading' | 'failed';

/**
 * The component for a long page, loaded when one is first shown. Not `lazy`, which would make the server render nothing
 * of the table.
 */
export function useVirtualRows(long: boolean): Loaded {
  const [loaded, setLoaded] = useState<{ rows: Loaded }>({ rows: 'loading' });
  useEffect(() => {
    if (!long) return;
    import('./virtual-rows.tsx').then(
      ({ VirtualRows }) => setLoaded({ rows: VirtualRows }),
      () => setLoaded({ rows: 'failed' }),
    );
  }, [long]);
  return loaded.rows;
}
