/** A form that also works without script. Apart from `page-data.ts`, whose rules the login page does not load. */

/** The id of the form of a page. The hidden field names it, so it can lie anywhere in the page. */
export const postedFormId = 'posted-form';
/**
 * The hidden field with the Idempotency-Key of a form that is posted without script: the service puts it at the end of
 * each page that it sends (docs/decisions/exactly-once.md).
 */
export const formKeyField = 'form_key';
