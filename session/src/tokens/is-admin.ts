import type { IdTokenClaims } from '@app/contract/tokens/claims.ts';

/**
 * Whether the roles claim, a JSON list of role names as text, contains 'Admin'. A missing claim, one that cannot be
 * read or is no list means no (spec §6; requirements §4 "Roles"). A hint for what to show: the service checks again.
 */
export function isAdmin(claims: Pick<IdTokenClaims, 'custom:roles'> | undefined): boolean {
  try {
    const roles: unknown = JSON.parse(claims?.['custom:roles'] ?? '[]');
    return Array.isArray(roles) && roles.includes('Admin');
  } catch {
    return false;
  }
}
