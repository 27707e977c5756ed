import type { ReactNode } from 'react';
import { Button } from '#actions/button/button.tsx';

type FailureProps = {
  children: ReactNode;
  label: string;
  onRetry: (() => void) | undefined;
  /** The button disappears with the error; the focus goes to the table. */
  onPress: () => void;
};

/** Why the rows could not be loaded, in their place, and a button to try it again. */
export function Failure({ children, label, onRetry, onPress }: FailureProps) {
  function retry() {
    onPress();
    onRetry?.();
  }
  return (
    <>
      <p role="alert">{children}</p>
      {onRetry ? (
        <Button variant="secondary" size="small" onClick={retry}>
          {label}
        </Button>
      ) : null}
    </>
  );
}
