import { Button } from '@app/ui/button';
import type { ReactNode } from 'react';

import { SearchField } from './search-field.tsx';
import styles from './lists.module.css';

/** The part of the list's address that the toolbar changes. */
interface ToolbarAddress {
  readonly typed: string;
  readonly setSearch: (text: string) => void;
  readonly isNarrowed: boolean;
  readonly clear: () => void;
}

/** Search, filters and, while they narrow the list, the way to all of it again. */
export function ListToolbar({
  address,
  search,
  placeholder,
  label,
  clearLabel,
  children,
}: {
  address: ToolbarAddress;
  /** Names the search. */
  search: string;
  placeholder?: string;
  /** Names the filters. */
  label: string;
  clearLabel: string;
  children: ReactNode;
}) {
  return (
    <div className={styles.toolbar}>
      <SearchField
        label={search}
        placeholder={placeholder ?? search}
        value={address.typed}
        onChange={address.setSearch}
      />
      <div className={styles.filters} role="group" aria-label={label}>
        {children}
        {address.isNarrowed && (
          <Button variant="quiet" size="small" onClick={address.clear}>
            {clearLabel}
          </Button>
        )}
      </div>
    </div>
  );
}
