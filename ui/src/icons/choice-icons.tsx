import { Icon } from './icon.tsx';

/** A tick of lines: this is chosen. 16 px, at the end of a row. */
export function CheckIcon() {
  return (
    <Icon size={16}>
      <path strokeWidth="2" d="m4.5 10.5 3.8 3.8 7.2-8.6" />
    </Icon>
  );
}

/** An arrow that points to the inline end in a text from left to right: more opens there. 16 px. */
export function ChevronIcon() {
  return (
    <Icon size={16}>
      <path d="m7.5 5 5 5-5 5" />
    </Icon>
  );
}
