/**
 * Finds the circles of a graph (its strongly connected components, by Tarjan's algorithm).
 *
 * @param {Iterable<readonly [from: string, to: string]>} edges
 * @returns {string[][]} the nodes of each circle
 */
export function findCircles(edges) {
  /** @type {Map<string, Set<string>>} */
  const graph = new Map();
  for (const [from, to] of edges) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  /** @type {Map<string, { index: number, low: number }>} */
  const visited = new Map();
  /** @type {string[]} */
  const stack = [];
  /** @type {string[][]} */
  const circles = [];
  /** @param {string} node */
  const visit = (node) => {
    const own = { index: visited.size, low: visited.size };
    visited.set(node, own);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!visited.has(next)) own.low = Math.min(own.low, visit(next).low);
      else if (stack.includes(next)) own.low = Math.min(own.low, visited.get(next)?.index ?? 0);
    }
    if (own.low === own.index) {
      const circle = stack.splice(stack.indexOf(node));
      if (circle.length > 1) circles.push(circle);
    }
    return own;
  };
  for (const node of graph.keys()) if (!visited.has(node)) visit(node);
  return circles;
}
