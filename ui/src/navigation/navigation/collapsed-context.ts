import { createContext } from 'react';

/** Whether the navigation shows icons only. */
export const CollapsedContext = createContext(false);
