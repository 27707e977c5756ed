/** Colours as the eye orders them: lightness 0–1, chroma (0 grey, about 0.37 at most in sRGB), hue in radians. */
export type Oklch = { l: number; c: number; h: number };
/** Red, green, blue from 0 to 1, gamma-encoded as in `#rrggbb`. */
type Rgb = readonly [number, number, number];

const toLinear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const toGamma = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055);

function parseHex(hex: string): Rgb {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return [channel(1), channel(3), channel(5)];
}

/** Relative luminance of `#rrggbb`, 0 to 1 (WCAG 2.2). */
function luminance(hex: string): number {
  const [r, g, b] = parseHex(hex);
  return 0.2126 * toLinear(r) + 0.7152 * toLinear(g) + 0.0722 * toLinear(b);
}

/** Contrast ratio of two `#rrggbb`, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** `#rrggbb` to OKLCH (Björn Ottosson's OKLab matrices, as in CSS Color 4 §8.4). */
export function hexToOklch(hex: string): Oklch {
  const [r, g, b] = parseHex(hex).map(toLinear) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const labA = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const labB = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(labA, labB),
    h: Math.atan2(labB, labA),
  };
}

function oklchToLinear({ l, c, h }: Oklch): [number, number, number] {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)];
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ];
}

/**
 * OKLCH to `#rrggbb`. A colour outside sRGB loses chroma until it fits, so that lightness and hue, which the
 * contrast hangs on, stay what they were.
 */
export function oklchToHex(color: Oklch): string {
  const l = Math.min(1, Math.max(0, color.l));
  const fits = (c: number) => oklchToLinear({ l, c, h: color.h }).every((v) => v >= -0.0005 && v <= 1.0005);
  let [low, high] = [0, color.c];
  if (!fits(high)) {
    for (let step = 0; step < 12; step += 1) {
      const middle = (low + high) / 2;
      if (fits(middle)) low = middle;
      else high = middle;
    }
    high = low;
  }
  const channels = oklchToLinear({ l, c: high, h: color.h }).map((v) => {
    const byte = Math.round(toGamma(Math.min(1, Math.max(0, v))) * 255);
    return byte.toString(16).padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
