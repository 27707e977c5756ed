/** Reads a page of figures as Prometheus does. */

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The samples of a page in Prometheus' text format. */
export const samplesOf = (page: string): Sample[] =>
  page
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', inner = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const labels = [...inner.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
      return {
        name,
        labels: Object.fromEntries(labels.map(([, label = '', of = '']) => [label, of])),
        value: Number(value),
      };
    });

/** The sum of the samples with this name and at least these labels; 0 for none. */
export const valueOf = (page: string, name: string, labels: Readonly<Record<string, string>> = {}): number =>
  samplesOf(page)
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([label, of]) => sample.labels[label] === of))
    .reduce((sum, { value }) => sum + value, 0);

/** The names of the figures that a query of Prometheus asks for. */
export const figuresIn = (query: string): string[] =>
  query
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|without)\s*\([^)]*\)/g, ' ')
    .match(/\b[a-z_]\w*\b(?!\s*\()/g)
    ?.filter((word) => !/^(?:and|or|unless|on|by|without|e\d+)$/.test(word)) ?? [];

/** The queries of alerts (YAML, one line each) and of the panels of a dashboard. */
export function queriesOf(alerts: string, dashboard: string): { alerts: string[]; panels: string[] } {
  const { panels } = JSON.parse(dashboard) as {
    panels: { targets?: { expr: string }[] }[];
  };
  return {
    alerts: [...alerts.matchAll(/^\s+expr: (.*)$/gm)].map(([, query = '']) => query.replaceAll("'", '')),
    panels: panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  };
}
