/** Renders the admin forms that `/stand-in/desk` shows below the session in development. */
import { languageNames, languages, strategies } from '@app/contract/fields/vocabulary.ts';

import { demoAccounts } from '#dev/seed.ts';
import { dashboardMessages, dashboardRefusals } from './dashboard.ts';

const methodNames = { password: 'Email and password', google: 'Google', saml: 'Single sign-on (SSO)' };

const email =
  '<label>Email <input name="email" type="email" required list="accounts" autocomplete="off"></label>';

const forms = [
  form({
    title: 'Invite someone',
    says: 'The mail has a link to create a password. Inviting the same address again replaces the older link.',
    fields: `<label>Name <input name="name" required maxlength="100" autocomplete="off"></label>
<label>Email <input name="email" type="email" required autocomplete="off"></label>
<label>Language <select name="language">${languages.map((one) => option(one, languageNames[one], one === 'en')).join('')}</select></label>`,
    actions: [['invite', 'Invite']],
  }),
  form({
    title: 'Ask for a new password',
    says: 'The old password stops working, every session ends, and the mail has a link to choose a new one.',
    fields: email,
    actions: [['newPassword', 'Ask']],
  }),
  form({
    title: 'Change an email address',
    says: 'The owner of the new address confirms the change by a mailed link. The old address is told, and can cancel it.',
    fields: `${email}
<label>New email <input name="newEmail" type="email" required autocomplete="off"></label>`,
    actions: [['emailChange', 'Send the link']],
  }),
  form({
    title: 'Set the sign-in method',
    says: 'Each account has exactly one.',
    fields: `${email}
<label>Method <select name="method">${strategies.map((one) => option(one, methodNames[one], false)).join('')}</select></label>`,
    actions: [['method', 'Set']],
  }),
  form({
    title: 'Access of an account',
    says: 'Each button ends every session of the account.',
    fields: email,
    actions: [
      ['disable', 'Disable'],
      ['enable', 'Enable'],
      ['signOut', 'Log out everywhere'],
    ],
  }),
];

/** Renders the forms. `said` is the key of a message, from the page's address; an unknown key shows no message. */
export function dashboardForms(said: string | undefined): string {
  const message = Object.entries(dashboardMessages).find(([key]) => key === said)?.[1];
  const role = said !== undefined && dashboardRefusals.includes(said) ? 'alert' : 'status';
  return `<h2>The admin's desk</h2>
<p class="soft">What a company's admin can do, until the real console opens here. Its mails are in the <a href="/mailbox">mailbox</a>.</p>
${message === undefined ? '' : `<p class="said" role="${role}">${message}</p>`}
<datalist id="accounts">${demoAccounts.map((account) => `<option value="${account.email}"></option>`).join('')}</datalist>
${forms.join('\n')}`;
}

function option(value: string, label: string, selected: boolean): string {
  return `<option value="${value}"${selected ? ' selected' : ''}>${label}</option>`;
}

interface DeskForm {
  readonly title: string;
  readonly says: string;
  readonly fields: string;
  readonly actions: readonly (readonly [value: string, label: string])[];
}

function form({ title, says, fields, actions }: DeskForm): string {
  const id = title.toLowerCase().replaceAll(' ', '-');
  const buttons = actions.map(([value, label]) => `<button name="action" value="${value}">${label}</button>`);
  return `<section><form method="post" action="/stand-in/desk" aria-labelledby="${id}">
<h3 id="${id}">${title}</h3>
<p class="soft">${says}</p>
${fields}
<p class="row">${buttons.join('')}</p>
</form></section>`;
}
