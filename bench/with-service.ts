/** The service in development on an own PostgreSQL and a mail server that discards emails, for one measurement. */
import { startPostgres } from '@app/service/dev/postgres/postgres.ts';
import {
  makeDataFolder,
  type ServiceProcess,
  type Settings,
  startService,
} from '@app/testing/product/service-process.ts';

import { startMailSink } from './mail-sink.ts';

/** Starts it, measures, and removes everything. With `mailbox` development's own mailbox takes the emails. */
export async function withService<Result>(
  measure: (service: ServiceProcess, databaseUrl: string) => Promise<Result>,
  { settings = {}, mailbox = false }: { settings?: Settings; mailbox?: boolean } = {},
): Promise<Result> {
  const folder = await makeDataFolder();
  const sink = await startMailSink();
  const database = await startPostgres({ dataDir: `${folder.path}/database` });
  try {
    const service = await startService(folder.path, {
      settings: {
        DATABASE_URL: database.url,
        DEVELOPMENT_DATABASE: 'app',
        TRUSTED_PROXIES: '127.0.0.1',
        ...(!mailbox && { SMTP_URL: sink.url }),
        ...settings,
      },
    });
    try {
      return await measure(service, database.url);
    } finally {
      await service.stop();
    }
  } finally {
    await database.stop();
    sink.stop();
    await folder.remove();
  }
}
