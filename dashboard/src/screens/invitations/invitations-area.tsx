import { usePathname } from 'wouter/use-browser-location';

import { InviteScreen } from './inviting/invite-screen.tsx';
import { ListScreen } from './list/list-screen.tsx';

/** The list at the area's own address, and inviting people at `/new` below it. */
export function InvitationsArea() {
  const isInviting = /\/invitations\/new\/*$/.test(usePathname());
  return isInviting ? <InviteScreen /> : <ListScreen />;
}
