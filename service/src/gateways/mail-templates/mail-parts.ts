/** The blocks of each kind of email between greeting and end: what happened, what to do, and what if it was not you. */
import type { Strategy } from '@app/contract/fields/vocabulary.ts';

import type { MailPart } from './mail-html.ts';
import type { MailToCompose } from './mail-kinds.ts';
import type { ServiceTexts } from '#texts/service-texts.ts';

/** The values and functions that an email is composed with. */
export interface MailParts {
  readonly texts: ServiceTexts['mails'];
  /** A text with its values inserted. */
  say(text: string): string;
  /** An address of the product: a path, or the link that the flow created. */
  link(address: string): string;
}

type ValuesOf<Kind extends MailToCompose['kind']> = Extract<MailToCompose, { kind: Kind }>['values'];

export const mailParts: {
  readonly [Kind in MailToCompose['kind']]: (values: ValuesOf<Kind>, parts: MailParts) => MailPart[];
} = {
  loginCode: ({ code, askedAt, device, by }, { texts, say, link }) => {
    const own = texts.loginCode;
    return [
      paragraph(say(own.intro)),
      { part: 'code', text: code },
      paragraph(say(own.validity)),
      strong(say(own.warning)),
      ...(askedAt === undefined ? [] : [paragraph(say(device ? own.askedWith : own.asked))]),
      by ? paragraph(say(own[by])) : linked(say(own.notYou), texts.passwordChanged.action, link(forgot)),
    ];
  },
  refreshReuse: (_, { texts, say, link }) => {
    const own = texts.refreshReuse;
    return [
      paragraph(say(own.intro)),
      paragraph(say(own.advice)),
      action(say(own.action), link(login)),
      paragraph(say(own.notYou)),
    ];
  },
  signInMethod: ({ method }, parts) => ofMethod(parts.texts.signInMethod, method, parts),
  recoveryMethod: ({ method }, parts) => ofMethod(parts.texts.recoveryMethod, method, parts),
  passwordReset: ({ url }, parts) => ofLink(parts.texts.passwordReset, url, parts),
  newPassword: ({ url }, parts) => ofNewPassword(parts.texts.newPassword, url, parts),
  choosePassword: ({ url }, parts) => ofNewPassword(parts.texts.choosePassword, url, parts),
  passwordChanged: ({ by }, { texts: { passwordChanged: own }, say, link }) => [
    paragraph(say(by === 'session' ? own.introOwn : own.intro)),
    paragraph(say(by === 'session' ? own.adviceOwn : own.advice)),
    strong(say(own.notYou)),
    action(say(own.action), link(forgot)),
  ],
  breachedPassword: (_, { texts: { breachedPassword: own, passwordChanged }, say, link }) => [
    paragraph(say(own.intro)),
    strong(say(own.advice)),
    action(say(passwordChanged.action), link(forgot)),
    paragraph(say(own.notUs)),
  ],
  passkeyAdded: ({ url }, { texts, say, link }) => {
    if (url === undefined) return passkeyChanged('passkeyAdded', { texts, say, link });
    const own = texts.passkeyAdded.automatic;
    return [
      paragraph(say(own.intro)),
      paragraph(say(texts.newDevice.wasYou)),
      strong(say(own.notYou)),
      action(say(own.action), link(url)),
      paragraph(say(texts.newDevice.validity)),
    ];
  },
  passkeyRemoved: (_, parts) => passkeyChanged('passkeyRemoved', parts),
  factorChanged: ({ change, by }, { texts: { factorChanged: own }, say, link }) => [
    paragraph(say(own[change])),
    paragraph(say(own.advice)),
    strong(say(by === undefined ? own.notYou : own.notYouAtProvider)),
    ...(by === undefined ? [action(say(own.action), link(forgot))] : []),
  ],
  factorRequired: (_, parts) => advised(parts.texts.factorRequired, '/dashboard/me', parts),
  factorsRemoved: (_, parts) => advised(parts.texts.factorsRemoved, auditLog, parts),
  temporaryPassGiven: (_, parts) =>
    advised({ ...parts.texts.factorsRemoved, ...parts.texts.temporaryPassGiven }, auditLog, parts),
  wrongCodes: ({ url }, { texts, say, link }) => {
    const own = texts.wrongCodes;
    return [
      paragraph(say(own.intro)),
      action(say(own.action), link(url)),
      paragraph(say(own.validity)),
      linked(say(own.expired), texts.newLink, link(forgot)),
      paragraph(say(own.wasYou)),
    ];
  },
  identityLink: ({ url }, { texts, say, link }) => {
    const own = texts.identityLink;
    return [
      paragraph(say(own.intro)),
      action(say(own.action), link(url)),
      paragraph(say(own.validity)),
      strong(say(own.notYou)),
    ];
  },
  deviceLink: ({ url }, parts) => ofLink(parts.texts.deviceLink, url, parts),
  newDevice: ({ url, device, by }, { texts, say, link }) => {
    const own = texts.newDevice;
    const { intro, notYou } = by === undefined ? own : own[by];
    return [
      paragraph(say(intro)),
      paragraph(say(device === '' ? own.when : own.whenWith)),
      paragraph(say(own.wasYou)),
      strong(say(notYou)),
      action(say(own.action), link(url)),
      paragraph(say(own.validity)),
    ];
  },
  invitation: ({ url, inviter }, { texts, say, link }) => {
    const own = texts.invitation;
    return [
      paragraph(say(inviter?.trim() ? own.introWithInviter : own.intro)),
      action(say(own.action), link(url)),
      paragraph(say(own.validity)),
      paragraph(say(own.notYou)),
    ];
  },
  methodInvitation: ({ method, inviter }, { texts, say, link }) => {
    const own = texts.methodInvitation;
    if (method === 'taken')
      return [
        paragraph(say(own.introTaken)),
        paragraph(say(own.adviceTaken)),
        paragraph(say(own.notYouTaken)),
      ];
    return [
      paragraph(say(inviter?.trim() ? own.introWithInviter : own.intro)),
      strong(say(texts.methods[method])),
      action(say(own.action), link(login)),
      paragraph(say(own.notYou)),
    ];
  },
  signUp: ({ url }, { texts, say, link }) => {
    const own = texts.signUp;
    return [
      paragraph(say(own.intro)),
      paragraph(say(own.company)),
      action(say(own.action), link(url)),
      paragraph(say(own.validity)),
      paragraph(say(own.notYou)),
    ];
  },
  signUpExisting: (_, { texts, say, link }) => {
    const own = texts.signUpExisting;
    return [
      paragraph(say(own.intro)),
      action(say(own.action), link(login)),
      linked(say(own.forgot), texts.passwordReset.action, link(forgot)),
      paragraph(say(own.notYou)),
    ];
  },
  signUpClaimed: (_, { texts, say, link }) => {
    const own = texts.signUpClaimed;
    return [
      paragraph(say(own.intro)),
      action(say(own.action), link(login)),
      paragraph(say(own.noAccess)),
      paragraph(say(own.notYou)),
    ];
  },
  emailChange: ({ url }, { texts, say, link }) => {
    const own = texts.emailChange;
    return [
      paragraph(say(own.intro)),
      action(say(own.action), link(url)),
      paragraph(say(own.validity)),
      paragraph(say(own.after)),
      paragraph(say(own.notYou)),
    ];
  },
  emailChangeAsked: ({ url }, { texts, say, link }) => {
    const own = texts.emailChangeAsked;
    return [
      paragraph(say(own.intro)),
      paragraph(say(own.expected)),
      strong(say(own.notYou)),
      action(say(own.action), link(url)),
      paragraph(say(own.validity)),
    ];
  },
  emailChanged: (_, { texts, say, link }) => {
    const own = texts.emailChanged;
    return [paragraph(say(own.intro)), action(say(own.action), link(login)), strong(say(own.notYou))];
  },
  domainLost: ({ url }, parts) => aboutDomain(parts.texts.domainLost, url, parts),
  domainTakenOver: ({ url }, parts) => aboutDomain(parts.texts.domainTakenOver, url, parts),
};

/** The method that an account has, which is not the one that was tried. */
const ofMethod = (
  own: ServiceTexts['mails']['signInMethod'],
  method: Strategy,
  { texts, say, link }: MailParts,
): MailPart[] => [
  paragraph(say(own.intro)),
  strong(say(texts.methods[method])),
  action(say(own.action), link(login)),
  paragraph(say(own.notYou)),
];

/** A link that opens an account: not to be passed on. */
const ofLink = (
  own: ServiceTexts['mails']['passwordReset' | 'deviceLink'],
  url: string,
  { say, link }: MailParts,
): MailPart[] => [
  paragraph(say(own.intro)),
  action(say(own.action), link(url)),
  paragraph(say(own.validity)),
  strong(say(own.warning)),
  paragraph(say(own.notYou)),
];

/** A link to choose a password that an admin asked for. */
const ofNewPassword = (
  own: ServiceTexts['mails']['newPassword'],
  url: string,
  { texts, say, link }: MailParts,
): MailPart[] => [
  paragraph(say(own.intro)),
  action(say(own.action), link(url)),
  paragraph(say(own.validity)),
  linked(say(own.expired), texts.newLink, link(forgot)),
  paragraph(say(own.notYou)),
];

/** What befell a domain of the company, what it means, and where to see it. */
const aboutDomain = (
  own: ServiceTexts['mails']['domainLost'],
  url: string,
  { say, link }: MailParts,
): MailPart[] => [
  paragraph(say(own.intro)),
  paragraph(say(own.meanwhile)),
  strong(say(own.warning)),
  action(say(own.action), link(url)),
  paragraph(say(own.expected)),
];

const login = '/login';
const forgot = '/password/forgot';
const auditLog = '/dashboard/audit-log';

const paragraph = (text: string): MailPart => ({ part: 'paragraph', text });
const strong = (text: string): MailPart => ({ part: 'strong', text });
const passkeyChanged = (
  kind: 'passkeyAdded' | 'passkeyRemoved',
  { texts, say, link }: MailParts,
): MailPart[] => [
  paragraph(say(texts[kind].intro)),
  strong(say(texts[kind].notYou)),
  action(say(texts.passwordChanged.action), link(forgot)),
];
/** What happened, what to do about it, and where. */
const advised = (
  own: Record<'intro' | 'advice' | 'action', string>,
  address: string,
  { say, link }: MailParts,
): MailPart[] => [
  paragraph(say(own.intro)),
  paragraph(say(own.advice)),
  action(say(own.action), link(address)),
];
const action = (label: string, url: string): MailPart => ({ part: 'action', label, url });
const linked = (text: string, label: string, url: string): MailPart => ({ part: 'link', text, label, url });
