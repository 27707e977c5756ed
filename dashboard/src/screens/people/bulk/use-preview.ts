import type { User } from '@app/contract/dashboard/users.ts';

import { useCalls } from '#calls/calls-context.tsx';
import { useCallsTogether } from '#calls/use-calls-together.ts';

import { previewWork } from './bulk-job.ts';
import type { BulkWork } from './bulk-kinds.ts';

/** The result that the work would have for each account. Nothing is asked while no work is chosen. */
export function usePreview(work: BulkWork | undefined, users: readonly User[]) {
  const { client } = useCalls();
  const versions = users.map(({ version }) => version).join();
  return useCallsTogether({ work, versions }, work && (() => previewWork(work, users, client)));
}
