/** The form of the login page in plain React: no styles, no catalogue of texts, no component library. */
import { createElement, type ReactElement, useState } from 'react';

export function BareForm(): ReactElement {
  const [sent, setSent] = useState(false);
  return createElement(
    'form',
    {
      method: 'post',
      action: '/login',
      onSubmit: (event: { preventDefault: () => void }) => {
        event.preventDefault();
        setSent(true);
      },
    },
    createElement('h1', null, 'Log in'),
    createElement(
      'label',
      null,
      'Email',
      createElement('input', { type: 'email', name: 'email', autoComplete: 'username' }),
    ),
    createElement(
      'label',
      null,
      'Password',
      createElement('input', { type: 'password', name: 'password', autoComplete: 'current-password' }),
    ),
    createElement('button', { type: 'submit', disabled: sent }, 'Log in'),
  );
}
