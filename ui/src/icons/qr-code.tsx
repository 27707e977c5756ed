/**
 * A QR code, black on white in a dark page too, as some cameras read no other one. The margin is part of it (ISO 18004).
 *
 * @param code its path, with `size` units on each side, without the margin
 * @param label what it is for
 */
export function QrCode({
  code: { size, path },
  label,
  className,
}: {
  code: { readonly size: number; readonly path: string };
  label: string;
  className?: string | undefined;
}) {
  const margin = 4;
  return (
    <svg
      role="img"
      aria-label={label}
      className={className}
      viewBox={`${-margin} ${-margin} ${size + 2 * margin} ${size + 2 * margin}`}
      shapeRendering="crispEdges"
    >
      <rect x={-margin} y={-margin} width="100%" height="100%" fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
