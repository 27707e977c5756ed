/** The data in a `<script type="application/json" id="…">` of the page, or undefined when there is none. */
export function readJsonBlock(page: Document, id: string): unknown {
  const text = page.getElementById(id)?.textContent;
  return text ? JSON.parse(text) : undefined;
}
