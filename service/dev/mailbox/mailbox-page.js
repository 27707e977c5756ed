/** The mailbox page: polls the emails each second; new ones are on top. Sets all content as text, never as HTML. */

const list = document.querySelector('#mails');
const state = document.querySelector('#state');
const to = new URLSearchParams(location.search).get('to');
const shown = new Set();

function element(name, text, className) {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

const address = /https?:\/\/\S+/;

function linkTo(href, text) {
  const anchor = element('a', text);
  anchor.href = href;
  return anchor;
}

/** The text of an email, its addresses as links. */
function withLinks(text) {
  const made = document.createElement('pre');
  for (const part of text.split(/(https?:\/\/\S+)/))
    made.append(address.test(part) ? linkTo(part, part) : part);
  return made;
}

function show(mail) {
  const article = document.createElement('article');
  article.dataset.id = mail.id;
  const head = element('div', '', 'row');
  const time = element('time', new Date(mail.date).toLocaleTimeString(), 'soft');
  time.dateTime = mail.date;
  head.append(element('h2', mail.subject), time);
  article.append(head, element('p', `To ${mail.to}`, 'soft'));

  // A code is on its own line; other digits may be part of a link.
  const code = /^\s+(\d{6})$/m.exec(mail.text)?.[1];
  const link = address.exec(mail.text)?.[0];
  if (code) article.append(element('p', code, 'big'));
  else if (link) article.append(linkTo(link, link));
  const details = document.createElement('details');
  details.append(element('summary', 'Open the mail'), withLinks(mail.text));
  article.append(details, linkTo(`/mailbox/${mail.id}.html`, 'As a mail program shows it'));
  return article;
}

let next;

async function update() {
  clearTimeout(next);
  try {
    const answer = await fetch(`/mailbox/messages${to ? `?to=${encodeURIComponent(to)}` : ''}`);
    const mails = await answer.json();
    for (const mail of mails.toReversed()) {
      if (shown.has(mail.id)) continue;
      shown.add(mail.id);
      list.prepend(show(mail));
    }
    state.textContent =
      mails.length === 0 ? 'No mails yet.' : `${mails.length} mail${mails.length === 1 ? '' : 's'}`;
  } catch {
    state.textContent = 'The service is not responding. Trying again…';
  }
  clearTimeout(next);
  next = setTimeout(() => void update(), document.hidden ? 5000 : 1000);
}

document.addEventListener('visibilitychange', () => void (document.hidden || update()));
await update();
