import { useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react';

/** Moves the focus from the control of the server HTML, which leaves, to the one that takes its place. */
export function useFocusHandOver(controlId: string, hydrated: boolean): RefObject<boolean> {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (hydrated && hadFocus.current) document.getElementById(controlId)?.focus();
    hadFocus.current = false;
  }, [controlId, hydrated]);
  return hadFocus;
}

/** The control of the server HTML: a closed combobox that looks like the one that takes its place. */
export function ServerControl({
  hadFocus,
  name,
  chosen,
  ...button
}: Omit<ComponentProps<'button'>, 'value'> & {
  hadFocus: RefObject<boolean>;
  /** The value or the values that are sent with the form. */
  chosen: string | readonly string[] | null | undefined;
}) {
  const control = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = control.current;
    // Runs before the element leaves the page.
    return () => {
      hadFocus.current = element !== null && element.ownerDocument.activeElement === element;
    };
  }, [hadFocus]);
  return (
    <>
      <button
        {...button}
        ref={control}
        type="button"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a closed combobox controls nothing yet
        role="combobox"
        aria-expanded={false}
        aria-haspopup="listbox"
      />
      {name
        ? [chosen ?? []].flat().map((value) => <input key={value} type="hidden" name={name} value={value} />)
        : null}
    </>
  );
}
