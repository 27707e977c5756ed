/** The figures of `/metrics` in Prometheus' format. One registry an app, so that two apps of one process do not mix. */
import cluster from 'node:cluster';
import { AggregatorRegistry, collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** A page of figures. */
export interface Figures {
  text(): Promise<string>;
  readonly contentType: string;
}

export interface Metrics extends Figures {
  /** Counts one answer. `seconds` is the time from the request to the end of the answer. */
  answered(route: string, status: number, seconds: number, refusal: string | undefined): void;
}

export function createMetrics(): Metrics {
  // One of several processes answers the one that started it, which asks for its figures: `createSummedMetrics`.
  const registry = cluster.isWorker ? new AggregatorRegistry() : new Registry();
  const answers = new Counter({
    name: 'http_answers_total',
    help: 'Answers by route, status and refusal',
    labelNames: ['route', 'status', 'refusal'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'http_answer_seconds',
    help: 'Seconds from the request to the end of its answer',
    labelNames: ['route'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
    registers: [registry],
  });
  let processFigures = false;
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries([registry]);
    collectDefaultMetrics({ register: registry });
    processFigures = true;
  }

  return {
    answered(route, status, seconds, refusal) {
      answers.inc({ route, status, refusal: refusal ?? '' });
      durations.observe({ route }, seconds);
    },
    async text() {
      // Process figures cost a timer and an observer: only a process that is scraped pays for them.
      if (!processFigures) collectDefaultMetrics({ register: registry });
      processFigures = true;
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

/** The figures of all processes, added up, for the process that started them. */
export function createSummedMetrics(): Figures {
  const registry = new AggregatorRegistry();
  return { text: () => registry.clusterMetrics(), contentType: registry.contentType };
}
