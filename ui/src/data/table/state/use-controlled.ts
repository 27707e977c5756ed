import { useState } from 'react';

/** A state that the caller owns (`given`), or else this component. Each change calls `onChange`. */
export function useControlled<Value>(
  given: Value | undefined,
  initial: Value,
  onChange: ((value: Value) => void) | undefined,
) {
  const [own, setOwn] = useState(initial);
  function change(value: Value) {
    setOwn(value);
    onChange?.(value);
  }
  return [given === undefined ? own : given, change] as const;
}
