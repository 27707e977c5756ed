/** An account of the company, as the service lists it. */
import type { User } from '@app/contract/dashboard/users.ts';

export const personOf = (index: number, facts: Partial<User> = {}): User => ({
  id: `a0000000-0000-4000-8000-00000000010${index}`,
  name: `Person ${index}`,
  email: `person-${index}@northline.test`,
  method: 'password',
  secondStep: 'company',
  status: 'active',
  role: 'User',
  language: 'en',
  version: 1,
  ...facts,
});
