/** The addresses of the area, for links. */
export const listAddress = '/dashboard/invitations';
export const inviteAddress = '/dashboard/invitations/new';
