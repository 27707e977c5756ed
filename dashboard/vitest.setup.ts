import { configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// The first query on a screen waits until its chunk is read, which can be slow on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

afterEach(() => {
  // Each test starts with a browser without stored values.
  localStorage.clear();
  sessionStorage.clear();
  for (const pair of document.cookie.split('; ')) {
    document.cookie = `${pair.split('=')[0]}=; Path=/; Max-Age=0`;
  }
  history.replaceState(null, '', '/dashboard');
  document.title = '';
});
