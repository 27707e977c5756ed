/**
 * i18next explains itself to developers in long sentences, which it says in its debug mode alone. That mode is never on
 * here, so the sentences are left out of the first load. Its errors, which it always says, stay.
 */
import type { Plugin } from 'vite';

/** What its logger says in debug mode only (i18next, `Logger.forward` and `Logger.once`). */
const inDebugMode = new Set(['warn', 'log', 'once', 'deprecate']);

interface Call {
  readonly start: number;
  readonly end: number;
}

export function quietI18next(): Plugin {
  return {
    name: 'quiet-i18next',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /i18next\/dist\/esm\/i18next\.js$/ },
      handler(code) {
        const calls = [...loggerCalls(this.parse(code))];
        // None: its code has another shape now, and the sentences would be back unseen.
        if (calls.length === 0) throw new Error('no call of its logger was found in i18next');
        const quiet = calls
          .toSorted((one, other) => other.start - one.start)
          .reduce((text, { start, end }) => `${text.slice(0, start)}void 0${text.slice(end)}`, code);
        return { code: quiet, map: null };
      },
    },
  };
}

/** Every `….logger.warn(…)` and the like in a syntax tree (ESTree), from outside in; none that lies in another. */
function* loggerCalls(node: unknown): Generator<Call> {
  if (Array.isArray(node)) {
    for (const each of node) yield* loggerCalls(each);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  if (isLoggerCall(node)) yield node;
  else yield* loggerCalls(Object.values(node));
}

function isLoggerCall(node: object): node is Call {
  if (!('type' in node) || node.type !== 'CallExpression' || !('callee' in node)) return false;
  const callee = node.callee as { property?: { name?: string }; object?: { property?: { name?: string } } };
  return callee.object?.property?.name === 'logger' && inDebugMode.has(callee.property?.name ?? '');
}
