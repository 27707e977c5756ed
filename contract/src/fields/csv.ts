/**
 * Writes CSV (RFC 4180) that spreadsheets show as text: a cell that they would run as a formula gets a leading
 * apostrophe (OWASP, "CSV Injection"), because anyone may have typed the text.
 */

import { shownText } from './shown-name.ts';

/** What makes a spreadsheet take a cell as a formula; tab and CR are skipped by some of them before they look. */
const formulaStart = /^[=+\-@\t\r]/;
/** The full-width forms of the same characters, which some spreadsheets read as the plain ones. */
const fullWidthStart = /^[\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * What may begin a cell inside of the text, and the formula there. Where the comma is the decimal sign, a spreadsheet
 * splits lines at semicolons, also inside the quotes of a cell that is not the first of its line. The formula is optional,
 * so that a run of tabs is searched once and not again from each of them.
 */
const innerStart = /([;,\t\r\n]["\s]*)([=+\-@\uFF1D\uFF0B\uFF0D\uFF20]?)/g;

/** The text as a cell that is not a formula, and has none in it. */
export function neutralizeFormula(text: string): string {
  const inner = text.replace(innerStart, (_, gap: string, sign: string) => (sign ? `${gap}'${sign}` : gap));
  return formulaStart.test(text) || fullWidthStart.test(text) ? `'${inner}` : inner;
}

/** One cell: without invisible characters, neutralized, and in quotes where its text needs them. */
export function csvCell(text: string): string {
  const cell = neutralizeFormula(shownText(text));
  return /[",;\r\n\t]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** One record with its line break. An undefined cell is empty. */
export const csvRecord = (cells: readonly (string | undefined)[]): string =>
  `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`;

/** The first characters of a CSV file: by the mark, Excel reads it as UTF-8. */
export const csvByteOrderMark = '\uFEFF';
