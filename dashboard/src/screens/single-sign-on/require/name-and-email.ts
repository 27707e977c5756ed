/** A person by name and address, or by the address alone: without a name there is nothing to put it in brackets behind. */
export const nameAndEmail = ({ name, email }: { readonly name: string; readonly email: string }): string =>
  name === '' ? email : `${name} (${email})`;
