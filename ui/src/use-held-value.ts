import { useState } from 'react';

/** The value, controlled by the caller or held by the component; and a setter that reports only changes. */
export function useHeldValue<Value>(
  given: Value | undefined,
  initial: Value,
  onChange: ((next: Value) => void) | undefined,
): [Value, (next: Value) => void] {
  const [own, setOwn] = useState(initial);
  const value = given === undefined ? own : given;
  return [
    value,
    (next) => {
      if (sameValue(value, next)) return;
      setOwn(next);
      onChange?.(next);
    },
  ];
}

function sameValue(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((each, index) => each === other[index]);
}
