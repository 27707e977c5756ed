/**
 * The Idempotency-Key of a form that is posted without script: a hidden field, which the service puts at the end of each
 * page that it sends (docs/decisions/exactly-once.md).
 */

/** The id of the form of a page. The hidden field names it, so it can lie anywhere in the page. */
export const postedFormId = 'posted-form';
/** The name of the hidden field. */
export const formKeyField = 'form_key';
