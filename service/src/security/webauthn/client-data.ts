/** Client data (WebAuthn §5.8.1): what the browser says of a ceremony. */
import * as v from 'valibot';

export interface RelyingParty {
  /** The domain that passkeys are bound to. */
  readonly id: string;
  /** The origins of the service's pages. */
  readonly origins: readonly string[];
}

/** `reason` is for the log and contains no personal data. */
export interface Refused {
  readonly ok: false;
  readonly reason: string;
}

export const refused = (reason: string): Refused => ({ ok: false, reason });

const clientData = v.object({
  type: v.string(),
  challenge: v.pipe(v.string(), v.regex(/^[\w-]+$/)),
  origin: v.string(),
  crossOrigin: v.optional(v.boolean()),
  topOrigin: v.optional(v.string()),
});

/**
 * What is wrong with the client data of a ceremony; undefined: nothing. A ceremony in a frame of another origin is
 * refused, whichever origin that is (threat D3).
 */
export function clientDataFault(
  json: Buffer,
  {
    type,
    rp,
    isChallenge,
  }: {
    readonly type: 'webauthn.create' | 'webauthn.get';
    readonly rp: RelyingParty;
    readonly isChallenge: (challenge: Buffer) => boolean;
  },
): string | undefined {
  const read = readClientData(json);
  if (read === undefined) return 'client data';
  if (read.type !== type) return 'type';
  if (!isChallenge(Buffer.from(read.challenge, 'base64url'))) return 'challenge';
  if (!rp.origins.includes(read.origin)) return 'origin';
  return read.crossOrigin === true || read.topOrigin !== undefined ? 'cross origin' : undefined;
}

function readClientData(json: Buffer): v.InferOutput<typeof clientData> | undefined {
  try {
    const read = v.safeParse(clientData, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json)));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}
