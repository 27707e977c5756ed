/**
 * The makers of passkeys by the AAGUID of their model, as they publish it
 * (github.com/passkeydeveloper/passkey-authenticator-aaguids). Nothing proves it, so it is only a name.
 */
const models: Readonly<Record<string, readonly string[]>> = {
  'Apple Passwords': ['fbfc3007-154e-4ecc-8c0b-6e020557d7bd', 'dd4ec289-e01d-41c9-bb89-70fa845d4bf2'],
  'Google Password Manager': ['ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4'],
  'Chrome on Mac': ['adce0002-35bc-c60a-648b-0b25f1f05503'],
  'Windows Hello': [
    '08987058-cadc-4b81-b6e1-30de50dcbe96',
    '9ddd1817-af5a-4672-a2b9-3e3dd95000a9',
    '6028b017-b1d4-4c02-b4b3-afcdafc96bb2',
  ],
  'Samsung Pass': ['53414d53-554e-4700-0000-000000000000'],
  '1Password': ['bada5566-a7aa-401f-bd96-45619a55120d'],
  Bitwarden: ['d548826e-79b4-db40-a3d8-11116f7e8349'],
  Dashlane: ['531126d6-e717-415c-9320-3d9aa6981239'],
  NordPass: ['b84e4048-15dc-4dd0-8640-f4f60813c8af'],
  Keeper: ['0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6'],
  'YubiKey 5': [
    'cb69481e-8ff7-4039-93ec-0a2729a154a8',
    'ee882879-721c-4913-9775-3dfcce97072a',
    '2fc0579f-8113-47ea-b116-bb5a8db9202a',
    'fa2b99dc-9e39-4257-8f92-4a30d23c4118',
    'c5ef55ff-ad9a-4b9f-b580-adebafe026d0',
  ],
};

export const makerOf = (aaguid: string): string | undefined =>
  Object.entries(models).find(([, ids]) => ids.includes(aaguid))?.[0];
