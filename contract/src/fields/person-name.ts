import * as v from 'valibot';

import { limits } from './limits.ts';
import { shownName } from './shown-name.ts';

/** A person's name as it can be stored; it may be empty, as that of somebody invited by the address alone. */
export const nameText = shownName(limits.personNameMax);

/** The name that a person has or chooses. */
export const personName = v.pipe(nameText, v.nonEmpty('is_required'));
