import { Button } from '@app/ui/button';
import { CloseIcon } from '@app/ui/icons/icon';
import { Tooltip } from '@app/ui/tooltip';
import { useRef, useState, type ReactNode } from 'react';

import { useTexts } from '#i18n/use-texts.ts';

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
  label: givenLabel,
  clearLabel: givenClearLabel,
  folds = false,
  children,
}: {
  address: ToolbarAddress;
  /** Names the search. */
  search: string;
  placeholder?: string;
  /** Names the filters. */
  label?: string;
  clearLabel?: string;
  /** On a phone the filters are behind a button. */
  folds?: boolean;
  children: ReactNode;
}) {
  const { t } = useTexts();
  const label = givenLabel ?? t('frame.list.filters');
  const clearLabel = givenClearLabel ?? t('frame.list.clear');
  const toolbar = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <div ref={toolbar} className={styles.toolbar}>
      <SearchField
        label={search}
        placeholder={placeholder ?? search}
        value={address.typed}
        onChange={address.setSearch}
      />
      {folds && (
        <Button
          className={styles.fold ?? ''}
          variant="secondary"
          size="small"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {label}
        </Button>
      )}
      <div
        className={styles.filters}
        role="group"
        aria-label={label}
        data-folded={(folds && !isOpen) || undefined}
      >
        {children}
      </div>
      {/* It keeps its place while there is nothing to clear, so that the list stays where it is. */}
      <Tooltip text={clearLabel}>
        <Button
          className={styles.clear ?? ''}
          variant="quiet"
          size="small"
          aria-label={clearLabel}
          icon={<CloseIcon />}
          data-unused={!address.isNarrowed || undefined}
          onClick={() => {
            address.clear();
            toolbar.current?.querySelector('input')?.focus();
          }}
        />
      </Tooltip>
    </div>
  );
}
