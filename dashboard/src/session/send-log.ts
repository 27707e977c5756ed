/** Sends what the dashboard logs to the log intake. */
import { forwardLog } from '@app/log/forward-log.ts';
import { rolesIn } from '@app/session/log/roles.ts';

import type { DashboardConfig } from '#config.ts';

export function sendLog({ version, logIntakeUrl }: DashboardConfig): void {
  forwardLog({
    app: 'dashboard',
    version,
    intakeUrl: logIntakeUrl,
    roles: () => rolesIn(document.cookie, location.protocol),
  });
}
