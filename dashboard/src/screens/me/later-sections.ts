/** The sections of My account that are loaded after the others, in one file. */
export { FactorsSection } from './factors/factors-section.tsx';
export { HistorySection } from './history-section.tsx';
export { PasskeysSection } from './passkeys-section.tsx';
