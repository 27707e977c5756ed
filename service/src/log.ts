/** The log: one line of JSON per event on standard output, cleaned of everything that must never be in it (spec §9). */
import { cleanText } from '@app/log/clean-text.ts';
import { cleaned } from '@app/log/redaction.ts';
import { pino, type DestinationStream, type Logger } from 'pino';

import type { Settings } from './settings/config.ts';

export function createLog(
  settings: Pick<Settings, 'logLevel' | 'environment'>,
  to?: DestinationStream,
): Logger {
  const options = {
    level: settings.logLevel,
    base: { service: 'auth-service', environment: settings.environment },
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (line: Record<string, unknown>) => cleaned(line) as Record<string, unknown>,
    },
    hooks: {
      // The words of a line may quote an error or an address.
      logMethod(given: Parameters<Logger['info']>, write: Logger['info']): void {
        const words = given.map((part) => (typeof part === 'string' ? cleanText(part) : part));
        write.apply(this as unknown as Logger, words as Parameters<Logger['info']>);
      },
    },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  };
  return to === undefined ? pino(options) : pino(options, to);
}
