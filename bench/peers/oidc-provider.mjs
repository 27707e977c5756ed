/**
 * The peer oidc-provider as a server of its own: refresh tokens that rotate, an ID token and an access token signed with
 * ES256 as the product's are, and a PostgreSQL adapter. Its first message to its parent is its port and the first
 * refresh tokens.
 */
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import pg from 'pg';

const { databaseUrl, accounts } = JSON.parse(process.argv[2] ?? '{}');

const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
await pool.query(`create table if not exists oidc_models (
  model text, id text, payload jsonb not null, grant_id text, expires_at timestamptz, consumed_at timestamptz,
  primary key (model, id))`);
await pool.query('create index if not exists oidc_models_grant on oidc_models (grant_id)');

/** Each statement is prepared, as the product's are. */
class PostgresModels {
  /** @param {string} model */
  constructor(model) {
    this.model = model;
  }

  /**
   * @param {string} id
   * @param {{ grantId?: string }} payload
   * @param {number | undefined} expiresIn seconds
   */
  async upsert(id, payload, expiresIn) {
    await pool.query({
      name: 'upsert',
      text: `insert into oidc_models (model, id, payload, grant_id, expires_at)
        values ($1, $2, $3, $4, now() + make_interval(secs => $5))
        on conflict (model, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
      values: [this.model, id, payload, payload.grantId ?? null, expiresIn ?? null],
    });
  }

  /** @param {string} id */
  async find(id) {
    const { rows } = await pool.query({
      name: 'find',
      text: `select payload, extract(epoch from consumed_at)::integer as consumed from oidc_models
        where model = $1 and id = $2 and (expires_at is null or expires_at > now())`,
      values: [this.model, id],
    });
    const row = rows[0];
    return row && { ...row.payload, ...(row.consumed && { consumed: row.consumed }) };
  }

  /** @param {string} id */
  async consume(id) {
    await pool.query({
      name: 'consume',
      text: 'update oidc_models set consumed_at = now() where model = $1 and id = $2',
      values: [this.model, id],
    });
  }

  /** @param {string} id */
  async destroy(id) {
    await pool.query('delete from oidc_models where model = $1 and id = $2', [this.model, id]);
  }

  /** @param {string} grantId */
  async revokeByGrantId(grantId) {
    await pool.query('delete from oidc_models where grant_id = $1', [grantId]);
  }
}

const audience = 'urn:northline:phones';
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const provider = new Provider('http://localhost', {
  adapter: PostgresModels,
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
  cookies: { keys: ['of the bench'] },
  rotateRefreshToken: true,
  clients: [
    {
      client_id: 'web',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: ['https://work.example.com/callback'],
      id_token_signed_response_alg: 'ES256',
    },
  ],
  ttl: { AccessToken: 900, IdToken: 900, RefreshToken: 14 * 86_400, Grant: 30 * 86_400 },
  findAccount: (/** @type {unknown} */ _ctx, /** @type {string} */ id) => ({
    accountId: id,
    claims: () => ({ sub: id, email: `${id}@northline.example` }),
  }),
  features: {
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => audience,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: 'calls',
        audience,
        accessTokenFormat: 'jwt',
        accessTokenTTL: 900,
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
});

const client = await provider.Client.find('web');
const tokens = await Promise.all(
  Array.from({ length: accounts }, async (_, index) => {
    const accountId = `person-${index}`;
    const grant = new provider.Grant({ accountId, clientId: 'web' });
    grant.addOIDCScope('openid offline_access');
    grant.addResourceScope(audience, 'calls');
    const grantId = await grant.save();
    const refreshToken = new provider.RefreshToken({
      accountId,
      client,
      grantId,
      gty: 'authorization_code',
      resource: audience,
      scope: 'openid offline_access calls',
    });
    return refreshToken.save();
  }),
);
await pool.query('analyze oidc_models');

const server = createServer(provider.callback());
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined, tokens });
});
process.once('disconnect', () => process.exit());
