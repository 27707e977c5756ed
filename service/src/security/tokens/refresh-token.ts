/**
 * Refresh tokens: `session.generation.mac`, where the MAC is keyed by the service. A session's tokens are derived from its
 * row and stored nowhere, so a stolen table neither holds nor makes one (threat B1).
 */
import { hmac, sameDigest } from './handles.ts';
import type { Keys } from './keys.ts';

/** Which token of which session it is. */
export interface Generation {
  /** The session, a UUID. */
  readonly familyId: string;
  /** 0 for the token of the sign-in, one more for each refresh. */
  readonly generation: number;
}

const purpose = 'refresh token';

/** The token of a generation, made with the secret in use: about 70 characters. */
export function deriveRefreshToken({ familyId, generation }: Generation, keys: Pick<Keys, 'secret'>): string {
  const id = Buffer.from(familyId.replaceAll('-', ''), 'hex').toString('base64url');
  const text = `${id}.${generation}`;
  return `${text}.${hmac(keys.secret(purpose), text).toString('base64url')}`;
}

/** The generation that a token names; undefined: the token was made with no secret of the set. */
export function readRefreshToken(token: string, keys: Pick<Keys, 'secrets'>): Generation | undefined {
  const { id, generation, mac } =
    /^(?<id>[\w-]{22})\.(?<generation>0|[1-9]\d{0,8})\.(?<mac>[\w-]{43})$/.exec(token)?.groups ?? {};
  if (id === undefined || generation === undefined || mac === undefined) return undefined;
  const given = Buffer.from(mac, 'base64url');
  const text = `${id}.${generation}`;
  if (!keys.secrets(purpose).some((secret) => sameDigest(hmac(secret, text), given))) return undefined;
  const hex = Buffer.from(id, 'base64url').toString('hex');
  const familyId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { familyId, generation: Number(generation) };
}
