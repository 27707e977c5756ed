import type { ReactElement } from 'react';

/** The button that opens an overlay: one element that accepts a ref and the attributes of a `<button>`. */
export type TriggerElement = ReactElement<{
  disabled?: boolean | undefined;
  loading?: boolean | undefined;
  'aria-disabled'?: boolean | 'true' | 'false' | undefined;
}>;

/** Whether a trigger ignores presses. Base UI has to know it, because a press opens before the click arrives. */
export function isUnavailable({ props }: TriggerElement): boolean {
  return Boolean(
    props.disabled || props.loading || (props['aria-disabled'] && props['aria-disabled'] !== 'false'),
  );
}
