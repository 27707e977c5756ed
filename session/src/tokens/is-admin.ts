import type { IdTokenClaims } from '@app/contract/tokens/claims.ts';

/**
 * Whether the roles claim, a JSON list of role names as text, contains 'Admin'. False for a missing claim and for one
 * that is not a list (spec §6; requirements §4 "Roles"). Only for display: the service checks again.
 */
export function isAdmin(claims: Pick<IdTokenClaims, 'custom:roles'> | undefined): boolean {
  try {
    const roles: unknown = JSON.parse(claims?.['custom:roles'] ?? '[]');
    return Array.isArray(roles) && roles.includes('Admin');
  } catch {
    return false;
  }
}
