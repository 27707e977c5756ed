declare const process: { env: { NODE_ENV?: string } };

/**
 * Whether wrong use is reported to the developer. Bundlers replace these very words, because React and Base UI need it.
 * A guard by `typeof process` would keep the reports in a production build.
 */
export const inDevelopment: boolean = process.env.NODE_ENV !== 'production';
