/** Whose resends wait for each other: those of one client for one address. */
import { hashHandle } from '#security/tokens/handles.ts';

/**
 * By the client too, so that the wait tells nobody that somebody else has just typed the address. The address is the
 * beginning, by which an erased person's are found.
 */
export const resendHoldKey = (email: string, client: string): Buffer =>
  Buffer.concat([hashHandle(email), hashHandle(client).subarray(0, 8)]);
