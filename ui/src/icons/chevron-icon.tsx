import { Icon } from './icon.tsx';

/** An arrow that points to the inline end in a text from left to right: more opens there. 16 px. */
export function ChevronIcon() {
  return (
    <Icon size={16}>
      <path d="m7.5 5 5 5-5 5" />
    </Icon>
  );
}
