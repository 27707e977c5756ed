/**
 * The widths of the window, in CSS pixels, from which a layout changes (spec §9). A style sheet writes the number,
 * because custom properties do not reach media queries; a test holds every style sheet to these.
 */
export const breakpoints = { sm: 576, md: 768, lg: 992, xl: 1200, xxl: 1440 } as const;
