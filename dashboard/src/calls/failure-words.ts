/** Maps every failure of a call to its text. A kind without a text does not compile. */
import type { TextKey } from '#i18n/text-key.ts';

import type { CallFailure } from './dashboard-client.ts';

export const failureWords = ({ kind }: CallFailure): TextKey<'frame'> => `frame.failures.${kind}`;
