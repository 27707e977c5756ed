/** The id of a request: in its log line, in the error body, from which the support code is made, and in this header. */
export const requestIdHeader = 'x-request-id';
