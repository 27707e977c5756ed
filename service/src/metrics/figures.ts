/** The page of figures that Prometheus reads. Several processes of one instance make one page. */
import cluster from 'node:cluster';
import { AggregatorRegistry, collectDefaultMetrics, Registry, type RegistryContentType } from 'prom-client';

export interface Figures {
  text(): Promise<string>;
  readonly contentType: string;
}

export interface OwnFigures extends Figures {
  readonly registry: Registry<RegistryContentType>;
}

/**
 * The figures of this process. One registry an app, so that two apps of one process do not mix; one of several processes
 * answers the one that started it, which asks for its figures: `createSummedFigures`.
 */
export function createFigures(): OwnFigures {
  const registry: Registry<RegistryContentType> = cluster.isWorker
    ? new AggregatorRegistry()
    : new Registry();
  let hasProcessFigures = false;
  // Figures of the process cost a timer and an observer: only a process that is scraped pays for them.
  const addProcessFigures = (): void => {
    if (!hasProcessFigures) collectDefaultMetrics({ register: registry });
    hasProcessFigures = true;
  };
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries([registry]);
    addProcessFigures();
  }
  return {
    registry,
    async text() {
      addProcessFigures();
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

/** The figures of all processes as one page, for the process that started them. */
export function createSummedFigures(): Figures {
  const registry = new AggregatorRegistry();
  return { text: () => registry.clusterMetrics(), contentType: registry.contentType };
}
