/** Every value of every table as text, by column: as a dump has it, and bytes also as text and in base64. */
import pg from 'pg';

export async function dumpDatabase(url: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const columns = new Map<string, string[]>();
    for (const table of await tablesOf(client)) {
      const { rows } = await client.query<Record<string, unknown>>(`select * from ${table}`);
      for (const row of rows)
        for (const [column, value] of Object.entries(row)) {
          const name = `database ${table.replaceAll('"', '')}.${column}`;
          const texts = columns.get(name) ?? [];
          columns.set(name, texts);
          if (value !== null) texts.push(textOf(value));
        }
    }
    return new Map([...columns].map(([name, texts]) => [name, texts.join('\n')]));
  } finally {
    await client.end();
  }
}

/** The columns of bytes: hashes and what is encrypted. */
export async function byteColumns(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'bytea' order by 1`,
    );
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  return rows.map(({ name }) => name);
}

function textOf(value: unknown): string {
  if (Buffer.isBuffer(value))
    return [value.toString('latin1'), value.toString('hex'), value.toString('base64')].join('\n');
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}
