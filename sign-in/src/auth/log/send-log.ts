/** Sends what the sign-in app logs to the log intake. */
import { forwardLog } from '@app/log/forward-log.ts';
import { rolesIn } from '@app/session/log/roles.ts';

import type { AppConfig } from '#config.ts';

export function sendLog({ version, logIntakeUrl }: AppConfig): void {
  forwardLog({
    app: 'sign-in',
    version,
    intakeUrl: logIntakeUrl,
    roles: () => rolesIn(document.cookie, location.protocol),
  });
}
