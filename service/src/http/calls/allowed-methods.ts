/** Finds the methods that a path answers, for 405 and its `Allow` header. */
import type { FastifyInstance } from 'fastify';

/** A parameter of a route, as in `/auth/v1/saml/:companyId/acs`. */
const parameter = /^:\w+$/;

/** Collects the methods of every route that is added after this call. Paths of wildcard routes have none. */
export function collectMethods(app: FastifyInstance): (path: string) => ReadonlySet<string> {
  const byRoute = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = byRoute.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    byRoute.set(url, methods);
  });
  return (path) => {
    const exact = byRoute.get(path);
    if (exact !== undefined) return exact;
    const methods = new Set<string>();
    for (const [route, of] of byRoute) {
      if (fits(route, path)) for (const one of of) methods.add(one);
    }
    return methods;
  };
}

function fits(route: string, path: string): boolean {
  if (!route.includes(':')) return false;
  const wanted = route.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length && wanted.every((one, at) => parameter.test(one) || one === given[at])
  );
}
