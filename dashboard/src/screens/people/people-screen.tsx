import type { User } from '@app/contract/dashboard/users.ts';
import { useState } from 'react';
import { usePathname, useSearch } from 'wouter/use-browser-location';

import { later, usePreload } from '#page/later.tsx';
import { Loading } from '#page/page-states.tsx';

import { PeopleList } from './list/people-list.tsx';

const loadPerson = async () => (await import('./person/person-screen.tsx')).PersonScreen;
const PersonScreen = later(loadPerson, <Loading />);

const listPath = '/dashboard/people';

/** The accounts of the company, or one of them (requirements §5). The selection stays while one of them is looked at. */
export function PeopleScreen() {
  usePreload(loadPerson);
  const [selected, setSelected] = useState<readonly User[]>([]);
  const userId = usePathname()
    .slice(listPath.length + 1)
    .replace(/\/$/, '');
  const search = useSearch();
  // The list keeps its search, filters, order and page while a person is open.
  const [left, setLeft] = useState('');
  if (userId === '' && search !== left) setLeft(search);
  return userId === '' ? (
    <PeopleList selected={selected} onSelect={setSelected} />
  ) : (
    <PersonScreen key={userId} userId={userId} listHref={listPath + left} />
  );
}
