import { usePathname } from 'wouter/use-browser-location';

import { later, usePreload } from '#page/later.tsx';
import { Loading } from '#page/page-states.tsx';

import { ListScreen } from './list/list-screen.tsx';

const loadInviting = async () => (await import('./inviting/invite-screen.tsx')).InviteScreen;
const InviteScreen = later(loadInviting, <Loading />);

/** The list at the area's own address, and inviting people at `/new` below it. */
export function InvitationsArea() {
  usePreload(loadInviting);
  const isInviting = /\/invitations\/new\/*$/.test(usePathname());
  return isInviting ? <InviteScreen /> : <ListScreen />;
}
