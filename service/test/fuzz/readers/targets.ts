/** The readers that are fuzzed, each loaded by the thread that fuzzes it, with nothing else. */
import type { Target } from './target.ts';

type Load = () => Promise<{ target: Target }>;

const targets = {
  'XML scanner': () => import('./targets/xml-scanner.ts'),
  'SAML metadata': () => import('./targets/saml-metadata.ts'),
  'SAML answer': () => import('./targets/saml-answer.ts'),
  passkey: () => import('./targets/passkey.ts'),
  cookies: () => import('./targets/cookies.ts'),
  'redirect rule': () => import('./targets/redirect-rule.ts'),
  'CSV reader': () => import('./targets/csv.ts'),
  'host header': () => import('./targets/host.ts'),
  'forwarded addresses': () => import('./targets/forwarded.ts'),
  'support codes': () => import('./targets/support-codes.ts'),
  'links and tokens': () => import('./targets/handles.ts'),
  languages: () => import('./targets/languages.ts'),
  'JSON body': () => import('./targets/json-body.ts'),
  redaction: () => import('./targets/redaction.ts'),
} satisfies Record<string, Load>;

const wrongTargets = {
  'crashes on purpose': async () => ({ target: (await import('./targets/wrong.ts')).crash }),
  'hangs on purpose': async () => ({ target: (await import('./targets/wrong.ts')).hang }),
} satisfies Record<string, Load>;

export type TargetName = keyof typeof targets | keyof typeof wrongTargets;
export const targetNames = Object.keys(targets) as TargetName[];
export const loadTarget = (name: TargetName): ReturnType<Load> => ({ ...targets, ...wrongTargets })[name]();
